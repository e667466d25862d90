/** Search for people by name, number or telephone: staff, users, contacts. */

import { supply } from '#contract/material/supply.ts'
import { dealer } from '#contract/sale/dealer.ts'
import type { Entity } from '#contract/schema/entity.ts'
import { type Grants, permits } from '#contract/schema/permission.ts'
import { employee } from '#contract/staff/employee.ts'
import { user } from '#contract/system/user.ts'
import type { ListQuery } from '../../data/records/records.ts'
import { type FoundRecord, foundRecord, rowsFor } from './foundRecords.ts'

/** Person columns of a list: name and distinguishing fields. */
interface Listed {
  readonly entity: Entity
  readonly name: string
  readonly detail: readonly string[]
  /** Contact name outside the list's search; needs a filter of its own. */
  readonly isContact?: boolean
}

const lists: readonly Listed[] = [
  { entity: employee, name: 'name', detail: ['jobNo', 'department', 'phone'] },
  { entity: user, name: 'name', detail: ['loginName', 'phone'] },
  { entity: dealer, name: 'contactName', detail: ['name', 'phone'], isContact: true },
  { entity: dealer, name: 'recallContactName', detail: ['name', 'recallPhone'], isContact: true },
  { entity: supply, name: 'contactName', detail: ['name', 'phone'], isContact: true },
]

const mostEach = 8

const named = ({ name }: Listed, text: string): ListQuery => ({ where: [{ field: name, op: 'like', value: text }] })

async function findIn(listed: Listed, text: string, signal: AbortSignal): Promise<readonly FoundRecord[]> {
  const { entity, name, detail, isContact = false } = listed
  const asked: readonly ListQuery[] = text === '' ? [{}] : [...(isContact ? [named(listed, text)] : []), { q: text }]
  const rows = await Promise.all(asked.map(query => rowsFor(entity, { size: mostEach, ...query }, signal)))
  return rows.flat().flatMap(row => {
    const title = row[name]
    const told = detail.map(field => row[field]).filter(Boolean)
    return typeof title === 'string' && title !== '' ? [foundRecord(entity, row, title, told.join(' · '))] : []
  })
}

/** Finds people, name prefixes first, records deduplicated. */
export async function findPeople(text: string, grants: Grants, signal: AbortSignal): Promise<readonly FoundRecord[]> {
  const open = lists.filter(({ entity }) => permits(grants, { menu: entity.name }))
  const found = (await Promise.all(open.map(listed => findIn(listed, text, signal)))).flat()
  const placeOf = ({ title }: FoundRecord) => {
    const at = title.toLowerCase().indexOf(text)
    return at < 0 ? 2 : Math.min(at, 1)
  }
  const byPath = new Map<string, FoundRecord>()
  for (const person of found.toSorted((a, b) => placeOf(a) - placeOf(b))) {
    if (!byPath.has(person.path)) byPath.set(person.path, person)
  }
  return [...byPath.values()]
}
