export * from '#app/front_door/telling'
