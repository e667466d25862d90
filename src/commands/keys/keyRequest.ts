/** The question for a command's key, put to the person by the shell. */
import { atom, type PrimitiveAtom } from 'jotai'
import type { Command } from '../core/command.ts'
import { questions } from '../gate/prompts.ts'
import type { KeyChange } from './keyChanges.ts'

/** A key is wanted for this command. */
export interface KeyRequest {
  readonly command: Command
}

export const keyRequestAtom: PrimitiveAtom<KeyRequest | null> = atom<KeyRequest | null>(null)

const keysAsked = questions<KeyRequest, readonly KeyChange[] | null>(keyRequestAtom, null)

export const askKey = keysAsked.ask
/** The changes a person decided on for the command; null calls it off. */
export const answerKey = keysAsked.close
