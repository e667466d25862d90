/** Logo of the organisation for the head of papers. */
import type { Atom } from 'jotai'
import { paperLogo } from '#contract/paper/calls.ts'
import { request } from '../api/api.ts'
import { reportError } from '../errors.ts'
import { loginNow, ofPerson } from './ofPerson.ts'

const logo = ofPerson<string | null>()

/** Data URL; null without one. */
export const logoAtom: Atom<string | null> = logo.shown

/** Decoded beforehand: printing waits for no picture. */
async function decoded(url: string): Promise<void> {
  const picture = new Image()
  picture.src = url
  await picture.decode()
}

/** A failure is logged: papers are printed without it. */
export async function loadLogo(): Promise<void> {
  const of = loginNow()
  try {
    const read = await request(paperLogo, {})
    if (read.logo !== null) await decoded(read.logo)
    logo.keep(of, read.logo)
  } catch (error) {
    reportError(error, paperLogo.path)
  }
}
