/** The script of the HTML report: it filters requirements, opens the target of a link, and opens details for print. */
export const script: string = `
const bar = document.querySelector('.filters')
if (bar) {
  const rows = [...document.querySelectorAll('tr[data-verdict]')]
  const state = document.getElementById('shown')
  bar.hidden = false
  const choose = (chosen) => {
    for (const button of bar.querySelectorAll('button')) button.setAttribute('aria-pressed', String(button === chosen))
    const wanted = chosen.dataset.verdict
    for (const row of rows) row.hidden = wanted !== '' && row.dataset.verdict !== wanted
    const count = rows.filter((row) => !row.hidden).length
    state.textContent = count + ' ' + state.dataset.noun + (count === 1 ? '' : 's') + ' shown'
  }
  bar.addEventListener('click', (event) => {
    const chosen = event.target.closest('button')
    if (chosen) choose(chosen)
  })
  const reveal = (hash) => {
    const target = document.getElementById(decodeURIComponent(hash.slice(1)))
    if (!target) return
    if (target.closest('tr[hidden]')) choose(bar.querySelector('button'))
    for (let one = target.closest('details'); one; one = one.parentElement.closest('details')) one.open = true
    target.scrollIntoView()
  }
  addEventListener('hashchange', () => reveal(location.hash))
  if (location.hash) reveal(location.hash)
  // The sandboxed frame of the console has no address that a link could change.
  if (location.protocol === 'blob:') addEventListener('click', (event) => {
    const link = event.target.closest('a[href^="#"]')
    if (!link) return
    event.preventDefault()
    reveal(link.hash)
  })
}
let opened = []
addEventListener('beforeprint', () => {
  opened = [...document.querySelectorAll('details:not([open])')]
  for (const one of opened) one.open = true
})
addEventListener('afterprint', () => { for (const one of opened) one.open = false })
`
