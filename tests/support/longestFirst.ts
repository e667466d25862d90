/** Order of test files: the longest first, so that no worker ends long after the other. */
import { BaseSequencer, type TestSpecification } from 'vitest/node'
import { isStateful } from './testFiles.ts'

/** Over eight seconds in a quiet run, or mostly waiting. */
const longest: readonly string[] = [
  ...['databaseErrors', 'fuzzActions', 'accountsAtStart', 'main', 'identities', 'backup', 'transfer', 'fuzz'],
  ...['specification-calls', 'traceModel', 'every-entity', 'kill', 'cluster', 'realtime', 'runner', 'documentImport'],
  ...['files', 'dataScopes', 'recall', 'migrate', 'scriptingDocs', 'verbs', 'systemCalls', 'every-call'],
  ...['every-action', 'stockRace', 'hostileObjects', 'hungDatabase', 'tasks', 'auditChain'],
]

function rankOf({ moduleId }: TestSpecification): number {
  const rank = longest.findIndex(name => moduleId.endsWith(`/${name}.test.ts`))
  if (rank !== -1) return rank
  // Together and last, as modules are loaded anew around them.
  return longest.length + Number(isStateful(moduleId))
}

export class LongestFirst extends BaseSequencer {
  /** Projects stay together: a worker goes on only within its own. */
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files)
    return sorted.toSorted(
      (one, other) => one.project.name.localeCompare(other.project.name) || rankOf(one) - rankOf(other),
    )
  }
}
