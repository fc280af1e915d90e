export * from '#app/front_door/refusal_shape'
