import { afterEach, beforeAll, describe, expect, it } from 'vitest'
import { files, image } from '#contract/schema/field.ts'
import type { StoredFile } from '#contract/schema/storedFile.ts'
import { loadOtherLanguages } from '../../src/data/language.ts'
import { filesOf, forgetFiles, rememberFile, rememberFilesOf, withFiles } from '../../src/data/records/files.ts'
import { refusalOfFile, sizeText } from '../../src/data/records/upload.ts'
import { acceptOf, besideFile, fileFactsText, heldBy, previewOf, withFile } from '../../src/fields/files/fileFacts.ts'
import { cells } from '../../src/fields/index.ts'

const id = (at: number) => String(at).padStart(32, '0')

const stored = (at: number, name: string, type = 'text/csv'): StoredFile => ({
  ...{ id: id(at), name, type, size: 2048 },
  isImage: type.startsWith('image/'),
})

const red = stored(1, '红.png', 'image/png')
const sheet = stored(2, '检测.csv')
const paper = stored(3, '证书.pdf', 'application/pdf')
const blue = stored(4, '蓝.png', 'image/png')
const several = files('附件')
const one = image('标志')

// Texts about files come after sign-in.
beforeAll(loadOtherLanguages)
afterEach(forgetFiles)

describe('what is known of files', () => {
  it('comes from the row in its order, else from what came by, and is never nothing', () => {
    rememberFile(sheet)
    rememberFilesOf({ other$files: [paper] }, 'other')
    const row = { files: [paper.id, id(9), red.id, sheet.id], files$files: [red] }
    expect(filesOf(row, 'files').map(({ name }) => name)).toEqual(['证书.pdf', '00000000', '红.png', '检测.csv'])
    expect(filesOf({ logo: red.id, logo$files: [red] }, 'logo')).toEqual([red])
    for (const nothing of [null, undefined, [], 'x', [3, 'y']]) expect(filesOf({ files: nothing }, 'files')).toEqual([])
  })

  it('goes along with a change, so that it is there after the page is loaded anew', () => {
    rememberFile(red)
    const fields = { files: several, logo: one }
    expect(withFiles(fields, { name: 'x' })).toEqual({ name: 'x' })
    expect(withFiles(fields, { files: [red.id] })).toEqual({ files: [red.id], files$files: [red] })
    forgetFiles()
    const again = withFiles(fields, { files: [red.id], files$files: [red] })
    expect(again).toEqual({ files: [red.id], files$files: [red] })
    expect(withFiles(fields, { logo: null })).toEqual({ logo: null, logo$files: [] })
  })
})

describe('a field of files', () => {
  it('takes one more at the end or at its place, and never one twice', () => {
    expect(withFile(several, [red, sheet], paper)).toEqual([red, sheet, paper])
    expect(withFile(several, [red, paper], sheet, 1)).toEqual([red, sheet, paper])
    expect(withFile(several, [red, sheet], red)).toEqual([sheet, red])
    expect(withFile(one, [red], blue)).toEqual([blue])
  })

  it('holds ids: a list of them, or the one of its picture', () => {
    expect(heldBy(several, [red, sheet])).toEqual([red.id, sheet.id])
    expect(heldBy(several, [])).toEqual([])
    expect(heldBy(one, [red])).toBe(red.id)
    expect(heldBy(one, [])).toBeNull()
  })

  it('goes round among those that can be looked at', () => {
    const all = [red, sheet, paper, blue]
    expect(besideFile(all, red.id, 1)).toBe(paper)
    expect(besideFile(all, red.id, -1)).toBe(blue)
    expect(besideFile(all, blue.id, 1)).toBe(red)
    expect(besideFile([red, sheet], red.id, 1)).toBeUndefined()
    expect(besideFile(all, sheet.id, 1)).toBeUndefined()
    expect(all.map(previewOf)).toEqual(['image', null, 'pdf', 'image'])
    expect(previewOf(stored(5, 'a.webm', 'video/webm'))).toBe('video')
    expect(previewOf(stored(6, 'a.html', 'text/html'))).toBeNull()
  })

  it('says kind and size, and which endings it takes', () => {
    expect(fileFactsText(red)).toBe('PNG · 2 KB')
    expect(fileFactsText({ name: '无', size: 0 })).toBe('')
    expect(acceptOf(one)).toBe('.png,.jpg,.jpeg,.gif,.webp')
    expect(acceptOf(several)).toContain('.pdf')
    expect([0, 1023, 1536, 20_480, 1024 * 1024, 5_400_000, 52_428_800].map(sizeText)).toEqual([
      ...['0 B', '1023 B', '1.5 KB', '20 KB', '1 MB', '5.1 MB', '50 MB'],
    ])
  })
})

describe('a file that need not be sent', () => {
  it('is refused in words by its kind, for being empty, and for its size', () => {
    expect(refusalOfFile({ name: '检测.CSV', size: 12 }, 'file')).toBeUndefined()
    expect(refusalOfFile({ name: '程序.exe', size: 12 }, 'file')).toContain('EXE')
    expect(refusalOfFile({ name: '证书.pdf', size: 12 }, 'image')).toContain('PDF')
    expect(refusalOfFile({ name: '没有尾巴', size: 12 }, 'file')).toContain('没有尾巴')
    expect(refusalOfFile({ name: 'a.csv', size: 0 }, 'file')).toBe('文件是空的')
    expect(refusalOfFile({ name: 'a.png', size: 11 * 1024 * 1024 }, 'image')).toBe('11 MB，超过上限 10 MB')
    expect(refusalOfFile({ name: 'a.png', size: 11 * 1024 * 1024 }, 'file')).toBeUndefined()
  })
})

describe('a cell of files', () => {
  const row = { files: [red.id, sheet.id], files$files: [red, sheet] }
  it('names the first and says how many there are; copied it names all, and no text means one', () => {
    expect(cells.files.show(row.files, row, several, 'zh-CN', 'files')).toBe('红.png 等 2 个')
    expect(cells.files.show([red.id], { files: [red.id], files$files: [red] }, several, 'zh-CN', 'files')).toBe(
      '红.png',
    )
    expect(cells.files.show([], { files: [] }, several, 'zh-CN', 'files')).toBe('')
    expect(cells.files.toText(row.files, row, several, 'zh-CN', 'files')).toBe('红.png、检测.csv')
    expect(cells.files.toText(row.files, row, several, 'en-US', 'files')).toBe('红.png, 检测.csv')
    expect(cells.files.parse('红.png', several)).toEqual({ fieldError: 'file' })
    expect([cells.files.clear, cells.image.clear]).toEqual([[], null])
  })
})
