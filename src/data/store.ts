/** The one store: rows, drafts, context and session of the client live here and nowhere else. */
import { createStore } from 'jotai'

export const store = createStore()
