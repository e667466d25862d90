// Lowest Node that runs TypeScript as it is and that every dependency takes.
const lowest = [22, 19]

const [major, minor] = process.versions.node.split('.').map(Number)
if (major < lowest[0] || (major === lowest[0] && minor < lowest[1])) {
  console.error(`Lotline needs Node ${lowest.join('.')} or later and runs on ${process.versions.node}.`)
  console.error('Its own Node comes with the packages: run "npm ci" without --omit=optional, or install Node 24.')
  process.exit(1)
}
