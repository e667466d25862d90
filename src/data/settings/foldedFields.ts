/** Fields folded away by this person in an entity's forms. */
import { atom } from 'jotai'
import { isObject } from '#contract/schema/field.ts'
import { atomFamily } from '../memo.ts'
import { changeUserSetting, userSettingAtom } from './userSettings.ts'

const settingOf = (entity: string) => `foldedFields.${entity}`

function namesIn(value: unknown): readonly string[] {
  const names = isObject(value) && value.v === 1 ? value.fields : []
  return Array.isArray(names) ? names.filter(name => typeof name === 'string') : []
}

export const foldedFieldsAtom = atomFamily((entity: string) =>
  atom(get => namesIn(get(userSettingAtom(settingOf(entity))))),
)

/** @throws CallError when not saved */
export function changeFoldedFields(
  entity: string,
  change: (names: readonly string[]) => readonly string[],
): Promise<void> {
  return changeUserSetting(settingOf(entity), before => ({ v: 1, fields: [...new Set(change(namesIn(before)))] }))
}
