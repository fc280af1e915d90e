export * from '#app/front_door/form_body'
