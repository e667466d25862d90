/** Commands in URLs: `/?cmd=stocklot.release&args={"ids":[12]}`. Run after sign-in; changes need confirmation. */
import { atom } from 'jotai'
import { hasPage } from '#contract/schema/entity.ts'
import { sessionAtom } from '../../data/api/credentials.ts'
import { listed } from '../../data/entityNames.ts'
import { text } from '../../data/language.ts'
import { locationAtom, navigate, pathOfAddress } from '../../data/location.ts'
import { notify } from '../../data/notifications.ts'
import { store } from '../../data/store.ts'
import type { Arguments, Command, Invocation } from '../core/command.ts'
import { findCommand } from '../core/registry.ts'
import { opensAsDocument } from '../entity/entitySave.ts'
import { validateArguments } from '../gate/collectArguments.ts'
import { execute } from '../gate/execute.ts'
import { isWork } from '../recorder/recorder.ts'
import { withoutSecrets } from '../recorder/secrets.ts'

/** Command of a URL; null arguments when malformed. */
interface Asked {
  readonly id: string
  readonly args: Arguments | null
}

const askedAtom = atom<Asked | null>(null)

/** Security: no link carries new values of stored rows, which nobody reviews. */
function isCarried({ rows, arguments: fields = {}, accepts, risk }: Command, name: string): boolean {
  if (rows && (name === 'ids' || name === 'id')) return true
  return Object.hasOwn(fields, name) || (risk === 'read' && !rows && (accepts?.includes(name) ?? false))
}

/** Linkable commands: neither script-only nor mere window management. */
export function isLinkable(command: Command): boolean {
  return command.surfaces?.includes('link') ?? isWork(command)
}

/** URL of a command: absolute in the browser, root-relative elsewhere. */
export function linkTo({ id, args = {} }: Invocation): string {
  const command = findCommand(id)
  const carried = Object.entries(command ? withoutSecrets(command, args) : {}).filter(
    ([name]) => command && isCarried(command, name),
  )
  const query = new URLSearchParams({ cmd: id })
  if (carried.length > 0) query.set('args', JSON.stringify(Object.fromEntries(carried)))
  const path = `/?${query}`
  return typeof location === 'undefined' ? path : new URL(path, location.origin).href
}

function argumentsIn(given: string | null): Arguments | null {
  if (given === null || given === '') return {}
  try {
    const args: unknown = JSON.parse(given)
    return typeof args === 'object' && args !== null && !Array.isArray(args) ? { ...args } : null
  } catch {
    return null
  }
}

export function askedIn(address: string): Asked | null {
  if (pathOfAddress(address) !== '/') return null
  const query = new URLSearchParams(address.slice(address.indexOf('?') + 1).split('#')[0])
  const id = query.get('cmd')
  return id === null ? null : { id, args: argumentsIn(query.get('args')) }
}

type Wrong = readonly [message: string, values: Readonly<Record<string, string>>]

/** Reason against a link; null when valid. */
function wrongIn({ id, args }: Asked): Wrong | null {
  const command = findCommand(id)
  if (!command) return ['link.unknown', { id }]
  if (!isLinkable(command)) return ['link.notLinkable', { id }]
  if (args === null) return ['link.unreadable', { id }]
  const stray = Object.keys(args).filter(name => !isCarried(command, name))
  if (stray.length > 0) return ['link.stray', { id, names: listed(stray) }]
  const wrong = Object.entries(validateArguments(command, args)).filter(([, fieldError]) => fieldError !== 'required')
  if (wrong.length === 0) return null
  return [
    'link.wrong',
    { id, faults: wrong.map(([name, fieldError]) => `${name}: ${text(`fault.${fieldError}`)}`).join('; ') },
  ]
}

/** Page shown before execution: users must see the rows they confirm. */
function addressOf(asked: Asked): string {
  const entity = findCommand(asked.id)?.rows?.entity
  if (!entity || !hasPage(entity) || wrongIn(asked)) return '/'
  const ids = [asked.args?.ids ?? asked.args?.id ?? []].flat().filter(id => typeof id === 'number')
  if (ids.length === 0) return `/${entity.name}`
  return ids.length === 1 && opensAsDocument(entity)
    ? `/${entity.name}/${ids[0]}`
    : `/${entity.name}?id=${ids.join(',')}`
}

/** Extracts commands from the address; returns the disposer. */
export function takeLinks(): () => void {
  const take = () => {
    const asked = askedIn(store.get(locationAtom))
    if (!asked) return
    // Address first: the command may navigate immediately.
    navigate(addressOf(asked), { replace: true })
    store.set(askedAtom, asked)
  }
  take()
  return store.sub(locationAtom, take)
}

function follow(asked: Asked): void {
  const wrong = wrongIn(asked)
  if (wrong) notify({ kind: 'warning', text: () => text('link.refused'), details: () => text(...wrong) })
  else void execute(asked.id, asked.args ?? {}, { surface: 'link' })
}

export function followLinks(): () => void {
  const run = () => {
    const asked = store.get(askedAtom)
    if (!asked || !store.get(sessionAtom)) return
    store.set(askedAtom, null)
    const address = addressOf(asked)
    // Links opened before sign-in: commands came with the frame only.
    if (address !== '/' && store.get(locationAtom) !== address) navigate(address, { replace: true })
    follow(asked)
  }
  run()
  return store.sub(askedAtom, run)
}
