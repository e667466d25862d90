/** zh-CN messages needed after sign-in only. */
import { labelFields } from '../label/labelFields.ts'
import type { Entity } from '../schema/entity.ts'
import { settingFields } from '../system/settings.ts'
import { parameterFields } from '../system/taskParameters.ts'
import { sections as traceSections } from '../trace/sections.ts'
import { entityTexts, fieldTexts } from './chinese.ts'
import account from './zh-CN/account.json' with { type: 'json' }
import cells from './zh-CN/cells.json' with { type: 'json' }
import clipboard from './zh-CN/clipboard.json' with { type: 'json' }
import editor from './zh-CN/editor.json' with { type: 'json' }
import files from './zh-CN/files.json' with { type: 'json' }
import filter from './zh-CN/filter.json' with { type: 'json' }
import help from './zh-CN/help.json' with { type: 'json' }
import history from './zh-CN/history.json' with { type: 'json' }
import keys from './zh-CN/keys.json' with { type: 'json' }
import label from './zh-CN/label.json' with { type: 'json' }
import labelPrinting from './zh-CN/labelPrinting.json' with { type: 'json' }
import macro from './zh-CN/macro.json' with { type: 'json' }
import paper from './zh-CN/paper.json' with { type: 'json' }
import production from './zh-CN/production.json' with { type: 'json' }
import recall from './zh-CN/recall.json' with { type: 'json' }
import scan from './zh-CN/scan.json' with { type: 'json' }
import script from './zh-CN/script.json' with { type: 'json' }
import sections from './zh-CN/sections.json' with { type: 'json' }
import status from './zh-CN/status.json' with { type: 'json' }
import synonyms from './zh-CN/synonyms.json' with { type: 'json' }
import tasks from './zh-CN/tasks.json' with { type: 'json' }
import trace from './zh-CN/trace.json' with { type: 'json' }
import transfer from './zh-CN/transfer.json' with { type: 'json' }
import warehouse from './zh-CN/warehouse.json' with { type: 'json' }

export default {
  ...fieldTexts('setting.named', settingFields),
  ...fieldTexts('task.parameter', parameterFields),
  ...fieldTexts('label.field', labelFields),
  ...Object.values<Entity>(traceSections).reduce((into, section) => entityTexts(section, into), {}),
  ...account,
  ...cells,
  ...clipboard,
  ...editor,
  ...files,
  ...filter,
  ...history,
  ...help,
  ...keys,
  ...label,
  ...labelPrinting,
  ...macro,
  ...paper,
  ...production,
  ...recall,
  ...scan,
  ...script,
  ...sections,
  ...status,
  ...synonyms,
  ...tasks,
  ...trace,
  ...transfer,
  ...warehouse,
}
