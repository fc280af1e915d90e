export { doWork } from '#app/queue/inline_work'
