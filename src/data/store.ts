/** Single store of all client state: rows, drafts, context, session. */
import { createStore } from 'jotai'

export const store = createStore()
