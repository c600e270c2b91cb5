/** A rule that oxlint lacks: `new Date()` asks the machine for the time, which only a clock may (DESIGN.md section 2). */
const noNewDate = {
  create: (context) => ({
    NewExpression(node) {
      if (node.callee.name === 'Date' && node.arguments.length === 0) {
        context.report({ node, message: 'Take the time from the clock that is handed in (DESIGN.md section 2).' })
      }
    },
  }),
}

export default { meta: { name: 'clock' }, rules: { 'no-new-date': noNewDate } }
