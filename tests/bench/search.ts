/** What a keystroke in the palette costs over 10,000 commands and records, without a screen, and what the index does. */
import { performance } from 'node:perf_hooks'
import { defaultFilter } from 'cmdk'
import type { Command } from '../../src/commands/core/command.ts'
import type { Recents } from '../../src/commands/core/recents.ts'
import { type PaletteEntry, paletteEntries } from '../../src/commands/search/paletteEntries.ts'
import type { Pinyin } from '../../src/commands/search/pinyin.ts'
import { ranked } from '../../src/commands/search/search.ts'
import { loadOtherLanguages } from '../../src/data/language.ts'
import { headlessCommands, serverPinyin } from '../commands/fullMenu.ts'
import type { Result } from './report.ts'

const goods = [
  '恒香生抽',
  '东北大豆',
  '一级白砂糖',
  '加碘食盐',
  '重庆调料',
  '纯净水',
  '老陈醋',
  '酱油曲精',
  '玻璃瓶',
  'PET 瓶盖',
]
const kinds = ['批次', '入库单', '生产计划', '销售单', '检验单']

/** A record as the palette could hold it: its number and its name are its title. */
const recordCommand = (index: number): Command => {
  const name = goods[index % goods.length] ?? ''
  const kind = kinds[index % kinds.length] ?? ''
  return {
    id: `record.${index}`,
    title: `${kind} L2026${String(index).padStart(6, '0')} ${name}`,
    group: 'group.pages',
    permission: 'session',
    risk: 'read',
    run: async () => ({ status: 'ok' }),
  }
}

/** Every command there is, and records besides. */
export const manyCommands = (records: number): readonly Command[] => [
  ...headlessCommands,
  ...Array.from({ length: records }, (_, index) => recordCommand(index)),
]

/** What is typed letter by letter: short beginnings that fit nearly all, then what narrows down. */
const typed = [
  'shengchanjihua',
  'ylrk',
  '原料入库',
  'new brand',
  'xjylrk',
  'l2026004711',
  '产pin入库',
  'matrial',
  '删除品牌',
  '>dc pp',
]

const prefixes = typed.flatMap(query => [...query].map((_, at) => query.slice(0, at + 1)))

function times(count: number, work: (index: number) => unknown): number[] {
  const measured: number[] = []
  for (let index = 0; index < count; index += 1) {
    const from = performance.now()
    work(index)
    measured.push(performance.now() - from)
  }
  return measured
}

const usedAt = Date.now()
const recents: Recents = new Map(
  headlessCommands.slice(0, 200).map(({ id }, at) => [id, { score: at % 7, at: usedAt }]),
)
const around = { page: 'materialstorein', selected: 'materialstorein', isBlocked: (id: string) => id.length % 3 === 0 }

const keystrokes = (entries: readonly PaletteEntry[], rounds: number) =>
  times(prefixes.length * rounds, index =>
    ranked(prefixes[index % prefixes.length] ?? '', entries, recents, around, 200),
  )

/** What the palette's library does by itself with a keystroke: it scores every item, its other names too, and sorts. */
function scoredByCmdk(entries: readonly PaletteEntry[], query: string) {
  const scores = entries.map(({ title, texts }) =>
    defaultFilter(
      title,
      query,
      texts.map(({ original }) => original),
    ),
  )
  return scores.filter(score => score > 0).sort((a, b) => b - a)
}

/** Milliseconds of one keystroke and of building the index, at the size of the issue and at the size there really is. */
export async function measureSearch(pinyin: Pinyin = serverPinyin): Promise<Result[]> {
  await loadOtherLanguages()
  const commands = manyCommands(9_400)
  // The sounds as if they had just come: nothing that was read by others helps.
  const building = times(15, () => paletteEntries(commands, 'zh-CN', { ...pinyin }))
  const entries = paletteEntries(commands, 'zh-CN', pinyin)
  const rebuilding = times(15, () => paletteEntries(commands, 'zh-CN', pinyin))
  const real = paletteEntries(headlessCommands, 'zh-CN', pinyin)
  keystrokes(entries, 2)
  const note = `${entries.length} entries, ${prefixes.length} different beginnings`
  const peer = {
    title: "cmdk's own filter",
    times: times(prefixes.length, index => scoredByCmdk(entries, prefixes[index] ?? '')),
  }
  return [
    { title: 'palette: rank one keystroke', times: keystrokes(entries, 5), budget: 8, peer, note },
    {
      title: 'palette: nothing typed',
      times: times(50, () => ranked('', entries, recents, around, 200)),
      budget: 8,
      note,
    },
    { title: 'palette: rank, real commands', times: keystrokes(real, 5), budget: 8, note: `${real.length} entries` },
    { title: 'palette: build the index', times: building, budget: 150, note },
    { title: 'palette: build it again, texts known', times: rebuilding, budget: 150, note },
  ]
}
