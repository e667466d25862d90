/** Browser, libraries and font of the package, into the folder that `TMPDIR` names: the package knows no other way. */
import { fileURLToPath } from 'node:url'
import chromium, { inflate } from '@sparticuz/chromium'

await chromium.executablePath()
await inflate(fileURLToPath(new URL('../bin/al2023.tar.br', import.meta.resolve('@sparticuz/chromium'))))
