import { expect, test } from 'vitest'
import { refusals } from '#contract/schema/answer.ts'
import { begun, refuse } from '../../src/data/drafts/draftOutcomes.ts'
import { draftsOf } from '../../src/data/drafts/draftStore.ts'
import { addDraft, editDraft } from '../../src/data/drafts/drafts.ts'
import { store } from '../../src/data/store.ts'

const now = (id: string | number) => store.get(draftsOf('brand')).get(id)

function refusedAfter(patch: object, data: object) {
  const id = addDraft('brand', { code: 'A', name: 'B' })
  const draft = now(id)
  const [sent] = draft ? begun('brand', [draft]) : []
  editDraft('brand', id, null, { ...patch })
  if (sent) refuse(sent, { status: refusals.invalid.status, message: 'x', data })
  return now(id)
}

test('a value corrected while its save ran does not get the error of the former one', () => {
  const draft = refusedAfter({ code: 'C' }, { code: 'taken' })
  expect(draft).toMatchObject({ state: 'dirty', fieldErrors: {}, message: '', patch: { code: 'C' } })
})

test('the other errors of that save stay', () => {
  expect(refusedAfter({ code: 'C' }, { code: 'taken', name: 'taken' })?.fieldErrors).toEqual({ name: 'taken' })
})

test('a save that waits for the operation password has not failed', () => {
  const id = addDraft('brand', { code: 'A', name: 'B' })
  const draft = now(id)
  const [sent] = draft ? begun('brand', [draft]) : []
  if (sent) refuse(sent, { status: refusals.ticketRequired.status, message: 'x', data: null })
  expect(now(id)).toMatchObject({ state: 'dirty', message: '' })
  expect(now(id)?.failed).toBeUndefined()
})
