import { createStore } from 'jotai'

/** The one store of the client; tests make their own page, and so their own store. */
export const store = createStore()
