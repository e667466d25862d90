/** Chapters of the guide, and the one that a page belongs to. */
import { pages } from '#contract/pages.ts'
import type { Area } from '#contract/schema/entity.ts'

export const chapters = [
  'receiving',
  'warehouse',
  'labels',
  'production',
  'quality',
  'sales',
  'recall',
  'administration',
  'recording',
] as const
export type Chapter = (typeof chapters)[number]

export const isChapter = (name: unknown): name is Chapter => chapters.some(chapter => chapter === name)

const chapterOfArea: Readonly<Record<Area, Chapter>> = {
  basic: 'production',
  material: 'receiving',
  production: 'production',
  sale: 'sales',
  review: 'recall',
  stock: 'receiving',
  other: 'quality',
  system: 'administration',
}

const isOfRecall = (page: string) => /^callback|^unsafefood/.test(page)

export function chapterOf(page: string): Chapter {
  if (isOfRecall(page)) return 'recall'
  if (page === 'warehousework') return 'warehouse'
  if (/^label/.test(page)) return 'labels'
  const area = pages.find(({ name }) => name === page)?.area
  return area ? chapterOfArea[area] : 'receiving'
}
