const [major, minor] = process.versions.node.split('.').map(Number)
if (major < 22 || (major === 22 && minor < 18)) {
  console.error(`Lotline needs Node 22.18 or later and runs on ${process.versions.node}.`)
  console.error('Its own Node comes with the packages: run "npm ci" without --omit=optional, or install Node 24.')
  process.exit(1)
}
