/**
 * A command in an address: `/?cmd=stocklot.release&args={"ids":[12]}`. Taken out of the address at once and run when
 * somebody is signed in; what changes something is asked about first, whoever made the link.
 */
import { atom } from 'jotai'
import { hasPage } from '../../contract/schema/entity.ts'
import type { Values } from '../../contract/schema/field.ts'
import { text } from '../../data/api/messages.ts'
import { notify } from '../../data/notifications.ts'
import { sessionAtom } from '../../data/session/session.ts'
import { locationAtom, navigate, pathOf } from '../../data/session/tabs.ts'
import { store } from '../../data/store.ts'
import type { Command, Invocation } from '../core/command.ts'
import { findCommand } from '../core/registry.ts'
import { opensAsDocument } from '../entity/entitySave.ts'
import { validateArguments } from '../gate/collectArguments.ts'
import { execute } from '../gate/execute.ts'
import { isWork } from '../recorder/recorder.ts'
import { withoutSecrets } from '../recorder/secrets.ts'

/** What an address asked for; without arguments where those in it could not be read. */
interface Asked {
  readonly id: string
  readonly args: Values | null
}

/** What was asked for and waits for somebody to be signed in. */
const askedAtom = atom<Asked | null>(null)

/**
 * What a link may carry: rows by their ids and declared arguments; what a new row begins with, since it shows as such.
 * Never what a stored row would become: nobody looks through a whole row before he says yes.
 */
function isCarried({ rows, arguments: fields = {}, accepts, risk }: Command, name: string): boolean {
  if (rows && (name === 'ids' || name === 'id')) return true
  return Object.hasOwn(fields, name) || (risk === 'read' && !rows && (accepts?.includes(name) ?? false))
}

/** Can there be a link to it? Not to what only scripts run, nor to what merely moves the console's own windows. */
export function isLinkable(command: Command): boolean {
  return isWork(command) && (command.surfaces?.includes('link') ?? true)
}

/** The address that runs a command: whole in the browser, from the root elsewhere. */
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

function argumentsIn(given: string | null): Values | null {
  if (given === null || given === '') return {}
  try {
    const args: unknown = JSON.parse(given)
    return typeof args === 'object' && args !== null && !Array.isArray(args) ? { ...args } : null
  } catch {
    return null
  }
}

/** The command an address of the console names; null where it names none. */
export function askedIn(address: string): Asked | null {
  if (pathOf(address) !== '/') return null
  const query = new URLSearchParams(address.slice(address.indexOf('?') + 1).split('#')[0])
  const id = query.get('cmd')
  return id === null ? null : { id, args: argumentsIn(query.get('args')) }
}

/** Message key of what is wrong with a link, and what fills it. */
type Wrong = readonly [message: string, values: Readonly<Record<string, string>>]

/** What is wrong with a link; null where nothing is. What is missing is asked for, what is there has to be right. */
function wrongIn({ id, args }: Asked): Wrong | null {
  const command = findCommand(id)
  if (!command) return ['link.unknown', { id }]
  if (!isLinkable(command)) return ['link.notLinkable', { id }]
  if (args === null) return ['link.unreadable', { id }]
  const stray = Object.keys(args).filter(name => !isCarried(command, name))
  if (stray.length > 0) return ['link.stray', { id, names: stray.join(', ') }]
  const wrong = Object.entries(validateArguments(command, args)).filter(([, fault]) => fault !== 'required')
  if (wrong.length === 0) return null
  return ['link.wrong', { id, faults: wrong.map(([name, fault]) => `${name}: ${text(`fault.${fault}`)}`).join('; ') }]
}

/** Where a link leads before it is run: to the rows it is about, so that nobody confirms what he does not see. */
function addressOf(asked: Asked): string {
  const entity = findCommand(asked.id)?.rows?.entity
  if (!entity || !hasPage(entity) || wrongIn(asked)) return '/'
  const ids = [asked.args?.ids ?? asked.args?.id ?? []].flat().filter(id => typeof id === 'number')
  if (ids.length === 0) return `/${entity.name}`
  return ids.length === 1 && opensAsDocument(entity)
    ? `/${entity.name}/${ids[0]}`
    : `/${entity.name}?id=${ids.join(',')}`
}

/** Takes commands out of the address from now on; the returned function ends it. */
export function takeLinks(): () => void {
  const take = () => {
    const asked = askedIn(store.get(locationAtom))
    if (!asked) return
    // The address first: what is asked for may go elsewhere at once.
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

/** Runs what links ask for, once each, while somebody is signed in; the returned function ends it. */
export function followLinks(): () => void {
  const run = () => {
    const asked = store.get(askedAtom)
    if (!asked || !store.get(sessionAtom)) return
    store.set(askedAtom, null)
    follow(asked)
  }
  run()
  return store.sub(askedAtom, run)
}
