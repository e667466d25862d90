/** Sections of each direction, loaded before their columns. */
import type { sections } from './sections.ts'

export type SectionName = keyof typeof sections

export const sectionsOf: Readonly<Record<'asc' | 'desc', readonly SectionName[]>> = {
  asc: [
    'reviewdealer',
    'reviewproductlot',
    'reviewstoppable',
    'reviewpallet',
    'reviewcase',
    'reviewuse',
    'reviewsourcelot',
    'reviewbalance',
  ],
  desc: [
    'reviewmaterial',
    'reviewproduct',
    'reviewinspection',
    'reviewprocess',
    'reviewpeople',
    'reviewenvironment',
    'reviewuse',
    'reviewproductlot',
    'reviewdealer',
    'reviewsibling',
    'reviewstoppable',
    'reviewpallet',
    'reviewcase',
    'reviewbalance',
  ],
}
