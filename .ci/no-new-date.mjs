/** Reports `new Date()`: only a clock may ask the machine for the time (DESIGN.md section 2). */
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
