export * from '#app/front_door/own_page'
