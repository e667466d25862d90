/** What the figures of a trace are called. */
import { expect, test } from 'vitest'
import { shipped } from '#contract/messages/index.ts'
import type { SectionName } from '#contract/trace/sectionNames.ts'
import { sections } from '#contract/trace/sections.ts'

test('what was sold less what came back is called net in every language, so that nobody takes it off twice', () => {
  const names = (Object.keys(sections) as SectionName[]).filter(
    name => 'soldQty' in sections[name].fields && name !== 'reviewbalance',
  )
  expect(names).toEqual(expect.arrayContaining(['reviewproductlot', 'reviewsibling']))
  for (const name of names) {
    const key = `${name}.soldQty`
    expect([key, shipped['zh-CN'][key], shipped['zh-TW'][key], shipped['en-US'][key]]).toEqual([
      key,
      '净售数量',
      '淨售數量',
      'Sold (net)',
    ])
  }
  // A balance tells what is out there, which is net by itself.
  expect(shipped['zh-CN']['reviewbalance.soldQty']).toBe('在外')
})
