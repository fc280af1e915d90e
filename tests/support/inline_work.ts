export { doWork } from '#app/queue/jobs/inline_work'
