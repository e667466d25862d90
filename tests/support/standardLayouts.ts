/** Standard layouts in Chinese, by purpose. */
import { type LabelPurpose, labelPurpose } from '#contract/label/labelFields.ts'
import { type StandardLayout, standardLayout } from '#contract/label/standardLayouts.ts'
import { format } from '#contract/messages/index.ts'

export const standardLayouts = Object.fromEntries(
  Object.keys(labelPurpose.options).map(purpose => [
    purpose,
    standardLayout(purpose as LabelPurpose, key => format('zh-CN', key)),
  ]),
) as Readonly<Record<LabelPurpose, StandardLayout>>
