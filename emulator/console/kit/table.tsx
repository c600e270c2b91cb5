// A table that renders only the visible rows, so that a million rows take no longer than thirty.
import type { ComponentChildren, VNode } from 'preact'
import { useEffect, useId, useLayoutEffect, useRef, useState } from 'preact/hooks'

/** The rows of a table. A row that is not loaded yet is undefined. */
export interface Rows<Row> {
  /** True if the first rows are loaded. */
  readonly isReady: boolean
  readonly count: number
  at(index: number): Row | undefined
  /** Called with the range of visible rows, to load them. */
  want?(from: number, to: number): void
}

/** A column of a table. */
export interface Column<Row> {
  readonly title: string
  /** A track of a CSS grid, such as `6rem` or `minmax(0, 1fr)`. */
  readonly width: string
  /** The minimum width of the table to show the column, in pixels. Default: always shown. */
  readonly from?: number
  /** True if the column ends at its right, as numbers do. */
  readonly isNumber?: boolean
  readonly cell: (row: Row) => ComponentChildren
}

interface TableProps<Row> {
  /** The kind of rows, for screen readers. */
  readonly label: string
  readonly columns: readonly Column<Row>[]
  readonly rows: Rows<Row>
  /** Shown if there are no rows. */
  readonly empty?: ComponentChildren
  /** The number of rows ever inserted at the top: the visible rows keep their position. */
  readonly prepended?: number
  /** The index of the opened row. */
  readonly opened?: number | undefined
  /** `isStep`: a key went on from an opened row. */
  readonly onOpen?: (row: Row, index: number, isStep: boolean) => void
}

const rowHeight = 36
/** The minimum width of a table for its additional columns, in pixels. */
export const wide = 620
/** The number of rendered rows above and below the visible ones. */
const spare = 6
/** The number of rows that a frame may add: adding all at once would be a long task. */
const rowsOfFrame = 3
/** Browsers limit the height of an element, Firefox to about 17 million pixels. Longer tables scroll faster. */
const mostHeight = 8_000_000

/** A table whose rows can be reached by the arrow keys, Page Up, Page Down, Home and End, and opened by Enter. */
export function Table<Row>({ label, columns, rows, empty, prepended = 0, opened, onOpen }: TableProps<Row>): VNode {
  const id = useId()
  const scroller = useRef<HTMLDivElement>(null)
  const [top, setTop] = useState(0)
  const [height, setHeight] = useState(600)
  const [width, setWidth] = useState(wide)
  const [active, setActive] = useState(0)
  const [most, setMost] = useState(rowsOfFrame)
  const { count } = rows
  const visible = columns.filter(({ from = 0 }) => from <= width)
  const wholeHeight = count * rowHeight
  const boxHeight = Math.min(wholeHeight, mostHeight)
  const scale = boxHeight > height ? (wholeHeight - height) / (boxHeight - height) : 1
  const virtualTop = Math.min(top, Math.max(0, boxHeight - height)) * scale
  const from = Math.max(0, Math.floor(virtualTop / rowHeight) - spare)
  const to = Math.min(count, Math.ceil((virtualTop + height) / rowHeight) + spare)
  const made = Math.max(0, Math.min(to - from, most))
  const current = Math.min(active, Math.max(0, count - 1))

  useLayoutEffect(() => {
    const element = scroller.current!
    const measure = () => {
      setHeight(element.clientHeight - rowHeight)
      setWidth(element.clientWidth)
    }
    const observer = new ResizeObserver(measure)
    observer.observe(element)
    measure()
    return () => observer.disconnect()
  }, [])
  useEffect(() => rows.want?.(from, to))
  useEffect(() => {
    if (most >= to - from) return undefined
    const frame = requestAnimationFrame(() => setMost(most + rowsOfFrame))
    return () => cancelAnimationFrame(frame)
  }, [most, to - from])

  // Rows that are inserted at the top must not move the visible rows.
  const before = useRef(prepended)
  useLayoutEffect(() => {
    const more = prepended - before.current
    before.current = prepended
    if (more <= 0) return
    setActive((index) => (index === 0 ? 0 : index + more))
    const element = scroller.current!
    if (element.scrollTop > 0) element.scrollTop += (more * rowHeight) / scale
  }, [prepended])

  const reveal = (index: number) => {
    setActive(index)
    const element = scroller.current!
    const rowTop = index * rowHeight
    // The state lags behind the element if keys arrive faster than frames.
    const now = Math.min(element.scrollTop, Math.max(0, boxHeight - height)) * scale
    if (rowTop < now) element.scrollTop = rowTop / scale
    else if (rowTop + rowHeight > now + height) element.scrollTop = (rowTop + rowHeight - height) / scale
  }
  const open = (index: number, isStep = false) => {
    setActive(index)
    const row = rows.at(index)
    if (row !== undefined) onOpen?.(row, index, isStep)
  }
  const step = (key: 'j' | 'k') => {
    // The first step from elsewhere leads to the row that is there, not past it.
    const isThere = opened !== undefined || scroller.current!.contains(document.activeElement)
    const by = !isThere ? 0 : key === 'j' ? 1 : -1
    const place = Math.max(0, Math.min(count - 1, (opened ?? current) + by))
    reveal(place)
    if (opened === undefined) scroller.current!.focus()
    else open(place, true)
  }
  // A step waits for the first rows.
  const early = useRef<'j' | 'k' | undefined>(undefined)
  useEffect(() => {
    if (!rows.isReady || early.current === undefined) return
    step(early.current)
    early.current = undefined
  }, [rows.isReady])
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'j' || event.key === 'k') {
      event.preventDefault()
      if (rows.isReady) step(event.key)
      else early.current = event.key
      return
    }
    if (event.key === 'Enter' && event.target === event.currentTarget) open(current)
    const page = Math.max(1, Math.floor(height / rowHeight) - 1)
    const steps: Readonly<Record<string, number>> = {
      ArrowDown: current + 1,
      ArrowUp: current - 1,
      PageDown: current + page,
      PageUp: current - page,
      Home: 0,
      End: count - 1,
    }
    const next = steps[event.key]
    if (next === undefined || event.ctrlKey || event.metaKey || event.altKey) return
    event.preventDefault()
    reveal(Math.max(0, Math.min(count - 1, next)))
  }
  const template = { gridTemplateColumns: visible.map(({ width }) => width).join(' ') }

  return (
    <div
      class="table"
      role="grid"
      aria-label={label}
      aria-rowcount={count + 1}
      aria-colcount={visible.length}
      aria-activedescendant={count > 0 && current >= from && current < from + made ? `${id}-${current}` : undefined}
      tabIndex={0}
      ref={scroller}
      onScroll={() => setTop(scroller.current!.scrollTop)}
      onKeyDown={onKeyDown}
    >
      <div class="table-head" role="row" aria-rowindex={1} style={template}>
        {visible.map(({ title, isNumber }) => (
          <div role="columnheader" class={isNumber ? 'number' : ''} key={title}>
            {title}
          </div>
        ))}
      </div>
      <div class="table-body" role="rowgroup" style={{ height: `${boxHeight}px` }}>
        {Array.from({ length: made }, (_, step) => from + step).map((index) => {
          const row = rows.at(index)
          const classes = ['table-row', index === current && 'active', index === opened && 'opened']
          return (
            <div
              key={index}
              id={`${id}-${index}`}
              class={classes.filter(Boolean).join(' ')}
              role="row"
              aria-rowindex={index + 2}
              aria-selected={index === opened}
              style={{ ...template, transform: `translateY(${index * rowHeight - virtualTop + top}px)` }}
              onClick={() => open(index)}
            >
              {visible.map(({ title, isNumber, cell }) => (
                <div role="gridcell" class={isNumber ? 'number' : ''} key={title}>
                  {row === undefined ? '…' : cell(row)}
                </div>
              ))}
            </div>
          )
        })}
      </div>
      {count === 0 && empty !== undefined && <div class="table-empty">{empty}</div>}
    </div>
  )
}
