export * from '#app/front_door/typed_text'
