/** Checklist of a new plant, stories of a demonstration. */
import * as answer from '../schema/answerShape.ts'
import { defineCall } from '../schema/call.ts'

const setupStepShape = answer.object({
  entity: answer.string,
  /** Record in which the step is done, unless it begins with new ones. */
  id: answer.optional(answer.whole),
  count: answer.whole,
  names: answer.listOf(answer.string),
  licenceNo: answer.optional(answer.string),
  isDone: answer.boolean,
})
export type SetupStep = answer.TypeOf<typeof setupStepShape>

const storyRecordShape = answer.object({ entity: answer.string, id: answer.whole, name: answer.string })
export type StoryRecord = answer.TypeOf<typeof storyRecordShape>

const storyShape = answer.object({
  key: answer.oneOf('trace', 'recall', 'receiveToSale', 'plan'),
  /** In the order in which the story goes through them. */
  records: answer.listOf(storyRecordShape),
})
export type Story = answer.TypeOf<typeof storyShape>

const firstStepsShape = answer.object({
  /** Empty once goods have moved, or for who may not set up the plant. */
  setup: answer.listOf(setupStepShape),
  /** Empty without a demonstration. */
  stories: answer.listOf(storyShape),
})
export type FirstSteps = answer.TypeOf<typeof firstStepsShape>

export const firstStepsCall = defineCall({
  method: 'GET',
  path: 'Home/GetFirstSteps',
  permission: 'session',
  purpose: 'What a new plant still has to set up, and stories of a demonstration to follow.',
  returns: firstStepsShape,
})
