/** File commands, performed by the last focused field. */
import { builtin } from '../../commands/core/builtin.ts'
import type { Command } from '../../commands/core/command.ts'
import type { When } from '../../commands/core/when.ts'

const here = { overlay: ['none', 'dialog'] } as const
const onFile: When = { ...here, focus: 'page' }
const looking: When = { overlay: 'dialog' }
/** Navigation by key only: noise in the palette. */
const surfaces = ['button', 'shortcut', 'script'] as const

export const fileCommands: readonly Command[] = [
  builtin('files.add', 'files', [{ seq: 'alt+shift+u', inText: true, when: here }], {
    icon: 'paperclip',
    accepts: ['files', 'at'],
    keywords: ['上传', '上傳', 'upload', 'attach'],
  }),
  builtin('files.takePicture', 'files', [], { icon: 'camera', keywords: ['相机', '相機', 'camera', 'photo'] }),
  builtin('files.open', 'files', [], { accepts: ['id'], keywords: ['预览', '預覽', 'preview'] }),
  builtin('files.download', 'files', [], { icon: 'download', accepts: ['id'] }),
  builtin(
    'files.remove',
    'files',
    [
      { seq: 'delete', when: onFile },
      { seq: 'backspace', when: onFile },
    ],
    { accepts: ['id'] },
  ),
  builtin('files.cancel', 'files', []),
  builtin('files.next', 'files', [{ seq: 'right', when: looking, repeat: true }], { surfaces }),
  builtin('files.previous', 'files', [{ seq: 'left', when: looking, repeat: true }], { surfaces }),
]
