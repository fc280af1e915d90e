import { samlify } from './libraries.js'

const BINDINGS = samlify.Constants.namespace.binding

export const REDIRECT = BINDINGS.redirect
export const POST = BINDINGS.post
