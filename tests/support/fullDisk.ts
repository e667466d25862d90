/** Fills a file system with ballast, and frees it again. */
import { open, readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'

const megabyte = 1024 * 1024

/** Writes so many megabytes, or until nothing fits. */
export async function fillUp(folder: string, megabytes: number): Promise<void> {
  const file = await open(join(folder, `ballast-${process.pid}-${(await readdir(folder)).length}`), 'w')
  const [whole, page] = [Buffer.alloc(megabyte), Buffer.alloc(4096)]
  try {
    for (let written = 0; written < megabytes; written += 1) await file.write(whole)
  } catch {
    // The rest, page by page.
    for (;;) if (!(await file.write(page).catch(() => null))) break
  } finally {
    await file.close()
  }
}

export async function setFree(folder: string): Promise<void> {
  for (const name of await readdir(folder)) await rm(join(folder, name), { force: true })
}
