import type { Entity } from '#contract/schema/entity.ts'
import { text } from '../../data/language.ts'

/** Key of the text on deleting such records, where there is one. */
export function deletionText({ name }: Entity): string | undefined {
  const key = `confirm.delete.${name}`
  return text(key) === key ? undefined : key
}
