export * from '#app/front_door/flash'
