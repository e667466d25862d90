import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { readEnvironment, variables } from '../../server/http/environment.ts'

const files: Readonly<Record<string, string>> = {
  '/run/secrets/url': 'postgresql://lotline@db/lotline\n',
  '/etc/lotline.env': '# of the plant\nPORT=8080\nHOST="0.0.0.0"\nMIN_FREE_MB=900\n',
  '/etc/mistyped.env': 'DATABSE_URL=postgresql://db/lotline\n',
  '/etc/strange.env': 'COLOUR=green\n',
  '/etc/nested.env': 'CONFIG_FILE=/etc/lotline.env\n',
}

function read(path: string): string {
  const text = files[path]
  if (text === undefined) throw new Error(`ENOENT: no such file, open '${path}'`)
  return text
}

const refusal = (env: Record<string, string>): string => {
  try {
    readEnvironment(env, read)
    return ''
  } catch (error) {
    return (error as Error).message
  }
}

test('secrets come from files, settings from a file, and what the environment says precedes', () => {
  expect(readEnvironment({ DATABASE_URL_FILE: '/run/secrets/url' }, read).DATABASE_URL).toBe(
    'postgresql://lotline@db/lotline',
  )
  expect(readEnvironment({ CONFIG_FILE: '/etc/lotline.env', PORT: '9090' }, read)).toMatchObject({
    PORT: '9090',
    HOST: '0.0.0.0',
    MIN_FREE_MB: '900',
  })
  // Compose passes unset variables as empty ones; other programs have variables of their own.
  expect(refusal({ DATABASE_URL: '', DATABASE_OWNER_URL: '', PATH: '/bin', HOME: '/root', SSL_CERT_FILE: '/a' })).toBe(
    '',
  )
})

test.each([
  [{ DATABSE_URL: 'x' }, 'DATABSE_URL is no setting of Lotline. DATABASE_URL was probably meant.'],
  [{ TRUST_PROXIES: 'x' }, 'TRUST_PROXIES is no setting of Lotline.'],
  [{ CONFIG_FILE: '/etc/mistyped.env' }, '/etc/mistyped.env: DATABSE_URL is no setting of Lotline. DATABASE_URL was'],
  [{ CONFIG_FILE: '/etc/strange.env' }, '/etc/strange.env: COLOUR is no setting of Lotline.'],
  [{ CONFIG_FILE: '/etc/nested.env' }, '/etc/nested.env: CONFIG_FILE is no setting of Lotline.'],
  [
    { CONFIG_FILE: '/etc/none.env' },
    "The file of CONFIG_FILE cannot be read: ENOENT: no such file, open '/etc/none.env'",
  ],
  [{ ADMIN_PASSWORD_FILE: '/run/none' }, 'The file of ADMIN_PASSWORD_FILE cannot be read'],
  [
    { DATABASE_URL: 'postgresql://a/b', DATABASE_URL_FILE: '/run/secrets/url' },
    'DATABASE_URL and DATABASE_URL_FILE are both set: leave one of them out.',
  ],
  [{ DATABASE_OWNER_URL: 'postgresql://a/b' }, 'DATABASE_OWNER_URL needs DATABASE_URL.'],
  [{ TLS_CERT_FILE: '/a' }, 'TLS_CERT_FILE needs TLS_KEY_FILE.'],
  [{ SMTP_URL: 'smtp://a' }, 'SMTP_URL needs MAIL_FROM.'],
  [{ PORT: '80a' }, 'PORT must be a number up to 65535.'],
  [{ TASKS: 'no' }, 'TASKS must be on or off.'],
  [{ DEMO: 'big' }, 'DEMO must be off, demo, small, middle or large.'],
  [{ DEMO_LANG: 'de' }, 'DEMO_LANG must be one of'],
  [{ TRUST_PROXY: '10.0.0.0/8' }, 'TRUST_PROXY names addresses of proxies'],
  [{ DATABASE_URL: 'mysql://a/b' }, 'DATABASE_URL must be an address such as postgresql://'],
  [{ METRICS_TOKEN: 'short' }, 'METRICS_TOKEN must be at least 16 letters and digits.'],
])('%j is refused by name', (env, sentence) => {
  expect(refusal(env as Record<string, string>)).toContain(sentence)
})

test('the reference lists every variable, and no other', () => {
  const path = fileURLToPath(new URL('../../docs/reference/configuration.md', import.meta.url))
  const listed = [...readFileSync(path, 'utf8').matchAll(/^\| (`[A-Z_]+`(?:, `[A-Z_]+`)*) \|/gm)].flatMap(
    ([, names = '']) => names.replaceAll('`', '').split(', '),
  )
  expect(listed.sort()).toEqual(Object.keys(variables).sort())
})
