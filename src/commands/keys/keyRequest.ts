/** Prompt for a command's key, displayed by the shell. */
import { atom, type PrimitiveAtom } from 'jotai'
import type { Command } from '../core/command.ts'
import { questions } from '../gate/prompts.ts'
import type { KeyChange } from './keyChanges.ts'

export interface KeyRequest {
  readonly command: Command
}

export const keyRequestAtom: PrimitiveAtom<KeyRequest | null> = atom<KeyRequest | null>(null)

const keysAsked = questions<KeyRequest, readonly KeyChange[] | null>(keyRequestAtom, null)

export const askKey = keysAsked.ask
export const answerKey = keysAsked.close
