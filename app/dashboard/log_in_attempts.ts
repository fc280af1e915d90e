export * from '#app/front_door/log_in_attempts'
