/** Reports `new Date()`: only a clock may ask the machine for the time. */
const noNewDate = {
  create: (context) => ({
    NewExpression(node) {
      if (node.callee.name === 'Date' && node.arguments.length === 0) {
        context.report({ node, message: 'Take the time from the clock that is handed in.' })
      }
    },
  }),
}

export default { meta: { name: 'clock' }, rules: { 'no-new-date': noNewDate } }
