/* The board: draws a state, offers its legal steps, says what a person does. */
import { useEffect, useId, useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks'
import type { Side, State } from '../core/types'
import { Arrows, collectArrows } from './arrows'
import { Chooser } from './Chooser'
import { DiceArea, textSize } from './DiceArea'
import { distance, spotOfEvent, useDrag } from './drag'
import { useMen, useMotion, useSize, useThrows } from './hooks'
import { makeLayout, otherSide, type Dot, type Layout, type Spot } from './layout'
import { CubeSpot, Targets } from './marks'
import { showMen } from './men'
import { effectiveSpeed } from './motion'
import { ManPiece, Numbers, Paints, TowerDice, toneOf, Ways, Wood } from './parts'
import { ahead, handRadius, menAt, sourceAt, spotOf, targetAt } from './places'
import type { BoardProps, From, To } from './props'
import { canMove, obviousHop, playOrder, stepsFrom, type Step } from './steps'
import { pointName, spotWords, targetName, targetsWords, type Listener } from './words'

/* A board narrower than this, in pixels, is drawn tall, unless the screen is low. */
const NARROW = 600
const NUMBER_LEAST = 11
const NOTICE_LASTS = 8000
/* Units beside a target within which a man that is let go still means it. */
const NEAR = 55

export function Board(props: BoardProps) {
  const { info, state, view, interactive, t, chains = [] } = props
  const id = `pb${useId().replace(/\W/g, '')}`
  const { root, svg, room, height, width } = useSize()
  const light = view.light ?? 'x'
  const tall = room > 0 && room < NARROW && room < height
  /* no room is kept for a cube that nobody uses */
  const used = props.cube ?? info.cube === 'yes'
  const layout = useMemo(
    () => makeLayout(props.cube === false ? { ...info, cube: 'no' } : info, view, tall),
    [info, props.cube, view.home, view.bottom, tall]
  )
  const scale = width ? width / layout.width : 0.7
  const speed = effectiveSpeed(props.speed ?? 'normal')
  const men = useMen(info, state)
  const shown = useMemo(() => showMen(layout, info, state, men), [layout, info, state, men])
  const throws = useThrows(state)

  const [swapped, setSwapped] = useState(false)
  const [chosen, setChosen] = useState<From | null>(null)
  const [focus, setFocus] = useState<string | null>(null)
  const [over, setOver] = useState<To | null>(null)
  const [notice, setNotice] = useState('')
  const [spoken, setSpoken] = useState('')
  const wantFocus = useRef(false)

  const { actor } = state
  const mover = actor ?? state.turn
  const canAct = actor !== null && (interactive === 'both' || interactive === actor)
  const mayPlay = canAct && state.due === 'play' && state.phase === 'playing'
  const canRoll = interactive !== null && rollIsDue(state, canAct)
  const mayDouble = canAct && state.cube.mayDouble && state.due === 'throw'
  const you = interactive === 'both' ? null : interactive
  const listener: Listener = { you, light }
  const reader = you ?? (interactive === 'both' ? mover : view.bottom)
  const order = playOrder(state, swapped)
  const stepsOf = (from: From) => stepsFrom(state, chains, from, order)
  const steps = chosen !== null && mayPlay ? stepsOf(chosen) : []

  /* A new state ends what was begun in the old one. */
  useLayoutEffect(() => {
    setChosen(null)
    setNotice('')
    setOver(null)
  }, [state])
  useLayoutEffect(() => setSwapped(false), [throws])
  useEffect(() => {
    if (!notice) return
    const timer = setTimeout(() => setNotice(''), NOTICE_LASTS)
    return () => clearTimeout(timer)
  }, [notice])

  /* A button that is gone after it was pressed leaves the focus to the board. */
  useLayoutEffect(() => {
    if (!wantFocus.current) return
    wantFocus.current = false
    const active = document.activeElement
    if (active && active !== document.body && root.current?.contains(active)) return
    root.current?.querySelector<SVGElement>('[data-spot][tabindex="0"]')?.focus()
  }, [state])

  const nameOf = (spot: Spot) => (spot.kind === 'point' ? pointName(info, spot.own, view.numbering, reader) : '')
  const isReachable = (spot: Spot) => spot.kind !== 'bar' || state.men[spot.side!].bar > 0
  const reachable = layout.spots.filter(isReachable)
  const movableFrom = (spot: Spot): From | null => {
    const from = mayPlay ? sourceAt(state, spot, mover) : null
    return from !== null && canMove(state, from) ? from : null
  }

  /* Acting. */

  function play(step: Step) {
    setChosen(null)
    setNotice('')
    if (step.hops.length > 1 && props.onChain) props.onChain(step.hops)
    else for (const hop of step.hops) props.onHop?.(hop)
  }

  function playObvious(from: From) {
    const hop = obviousHop(state, from, order)
    if (hop) play({ to: hop.to, hops: [hop] })
  }

  function explain(from: From, to: To) {
    setNotice(props.onExplain?.(from, to) || t('board.cannot'))
  }

  /* A man that cannot move at all: what keeps it from playing the first number is as good a reason as any. */
  function explainStuck(from: From) {
    const number = order.find((n) => state.left.includes(n)) ?? order[0]
    const to = number === undefined ? null : ahead(info, from, number)
    setNotice(props.onExplain?.(from, to) || t('board.stuck'))
  }

  function choose(from: From) {
    setChosen(from)
    setNotice('')
    const targets = stepsOf(from).map((step) => targetName(layout, info, mover, step.to, view.numbering, reader, t))
    const spot = spotOf(layout, info, mover, from)
    const unmarked = { movable: false, chosen: false, target: null }
    const place = spot ? spotWords(info, state, spot, nameOf(spot), unmarked, listener, t) : ''
    setSpoken(targetsWords(place, targets, t))
  }

  function pick(from: From) {
    if (props.oneClick || info.towers || stepsOf(from).length === 1) playObvious(from)
    else choose(from)
  }

  function cancel() {
    if (chosen !== null) setSpoken(t('board.cancelled'))
    setChosen(null)
    setNotice('')
  }

  function activate(spot: Spot) {
    if (!mayPlay) return
    const from = sourceAt(state, spot, mover)
    const to = targetAt(info, spot, mover)
    const movable = from !== null && canMove(state, from)
    const step = to === null ? undefined : steps.find((s) => s.to === to)
    if (chosen === null) {
      if (movable) pick(from)
      else if (from !== null) explainStuck(from)
    } else if (step) play(step)
    else if (from === chosen) playObvious(chosen)
    else if (movable) pick(from)
    else if (to !== null) explain(chosen, to)
  }

  const acting = (act: (() => void) | undefined) => () => {
    wantFocus.current = true
    act?.()
  }
  const roll = acting(props.onRoll)
  const end = acting(props.onEnd)
  const undo = acting(props.onUndo)
  const double = () => props.onDouble?.()
  const swap = () => {
    setSwapped((old) => !old)
    props.onSwapDice?.()
  }

  /* Pointers. */

  function nearest(from: From, at: Dot): Step | null {
    let best: Step | null = null
    let least = NEAR
    for (const step of stepsOf(from)) {
      const spot = spotOf(layout, info, mover, step.to)
      const far = spot ? distance(spot.hit, at) : Infinity
      if (far >= least) continue
      best = step
      least = far
    }
    return best
  }

  const drag = useDrag({
    svg,
    layout,
    shown,
    mover,
    scale,
    takes: (spot) => (info.towers ? null : movableFrom(spot)),
    onTake: (from) => chosen !== from && choose(from),
    onOver: (from, at) => setOver(at && (nearest(from, at)?.to ?? null)),
    onDrop: (from, at) => {
      const step = nearest(from, at)
      if (step) play(step)
      return step !== null
    },
    onMiss: (from, spot) => {
      setChosen(null)
      const to = spot && targetAt(info, spot, mover)
      if (to !== null) explain(from, to)
    },
  })
  const ordered = useMotion(svg, layout, shown, mover, speed, drag.dropped)

  function onClick(event: MouseEvent) {
    if (drag.wasDragged()) return
    const spot = spotOfEvent(layout, event)
    if (spot) {
      setFocus(spot.key)
      activate(spot)
    } else cancel()
  }

  /* Keys. A bare Return plays men and presses buttons; it never answers a double. */

  function focusOn(spot: Spot | undefined) {
    if (!spot) return
    setFocus(spot.key)
    root.current?.querySelector<SVGElement>(`[data-spot="${spot.key}"]`)?.focus()
  }

  /* The next man that can move, or the next target of the chosen one. */
  function jump(from: Spot) {
    const places: (From | To)[] = chosen === null ? state.next.map((hop) => hop.from) : steps.map((step) => step.to)
    const spots = [...new Set(places)]
      .map((place) => spotOf(layout, info, mover, place))
      .filter((spot) => spot !== null)
    if (mayPlay && spots.length) focusOn(spots[(spots.indexOf(from) + 1) % spots.length])
  }

  function onKeyDown(event: KeyboardEvent) {
    if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return
    const at = (event.target as Element).getAttribute('data-spot')
    const spot = layout.spots.find((s) => s.key === at)
    const key = event.key.length === 1 ? event.key.toLowerCase() : event.key
    const letters: Record<string, (() => void) | false | undefined> = {
      r: canRoll && roll,
      u: canAct && state.hops.length > 0 && undo,
      e: mayPlay && state.mayEnd && end,
      d: mayDouble && double,
      s: mayPlay && swap,
      m: spot && (() => jump(spot)),
    }
    let act = props.letters === false ? undefined : letters[key]
    if (key === 'Escape') act = (chosen !== null || notice !== '') && cancel
    if (spot && (key === 'Enter' || key === ' ')) act = () => activate(spot)
    if (spot && key.startsWith('Arrow')) act = () => focusOn(neighbour(reachable, spot, key))
    if (!act) return
    event.preventDefault()
    act()
  }

  const current =
    reachable.find((spot) => spot.key === focus) ??
    reachable.find((spot) => movableFrom(spot) !== null) ??
    reachable.find((spot) => !spot.top) ??
    reachable[0]
  const numberSize = textSize(12.5, scale, 18, layout.frame - 3)
  const countSize = textSize(15, scale, 36, 52)
  const inHand = handRadius(layout)
  const isTop = (man: { side: Side; place: From | To; index: number }) =>
    mayPlay && man.side === mover && man.place !== 'off' && man.index === menAt(state.men[mover], man.place) - 1

  return (
    <div
      ref={root}
      class={`pb pb-speed-${speed}`}
      data-shape={info.shape}
      data-ppn={state.ppn}
      data-tall={layout.tall ? '' : undefined}
      style={{ '--pb-ratio': String(layout.width / layout.height) }}
      onKeyDown={onKeyDown}
    >
      <div class="pb-area">
        <svg
          ref={svg}
          class="pb-svg"
          viewBox={`0 0 ${layout.width} ${layout.height}`}
          role="group"
          aria-label={t('board.label', { game: info.name })}
          onClick={onClick}
          {...drag.handlers}
        >
          <Paints id={id} />
          <Wood layout={layout} info={info} id={id} />
          {numberSize * scale >= NUMBER_LEAST && <Numbers layout={layout} size={numberSize} name={nameOf} />}
          <Ways layout={layout} light={light} />
          {info.towers && <TowerDice layout={layout} state={state} />}
          <g aria-hidden="true">
            {ordered.map((man) => (
              <ManPiece
                key={man.id}
                man={man}
                tone={toneOf(man.side, light)}
                id={id}
                layout={layout}
                men={info.men}
                handRadius={inHand}
                countSize={man.look === 'hand' ? Math.min(countSize, inHand * 1.2) : countSize}
                chosen={isTop(man) && chosen === man.place}
                movable={isTop(man) && chosen === null && !info.towers && canMove(state, man.place as From)}
              />
            ))}
          </g>
          <Arrows
            layout={layout}
            info={info}
            state={state}
            arrows={collectArrows(props)}
            size={textSize(14, scale, 26, 54)}
          />
          <Targets
            layout={layout}
            info={info}
            state={state}
            side={mover}
            steps={info.towers ? [] : steps}
            over={over}
            size={textSize(12, scale, 26, 46)}
          />
          <g>
            {reachable.map((spot) => {
              const to = targetAt(info, spot, mover)
              const step = to === null ? undefined : steps.find((s) => s.to === to)
              const movable = movableFrom(spot) !== null
              const isChosen = chosen !== null && movableFrom(spot) === chosen
              const target = step ? { hop: step.hops[step.hops.length - 1]!, several: step.hops.length > 1 } : null
              return (
                <g
                  key={spot.key}
                  class={`pb-spot${movable ? ' pb-grab' : ''}${step ? ' pb-goal' : ''}`}
                  data-spot={spot.key}
                  data-point={spot.kind === 'point' ? spot.own[mover] || undefined : spot.kind}
                  data-side={spot.side ?? undefined}
                  role={interactive ? 'button' : 'img'}
                  tabindex={spot === current ? 0 : -1}
                  aria-label={spotWords(
                    info,
                    state,
                    spot,
                    nameOf(spot),
                    { movable, chosen: isChosen, target },
                    listener,
                    t
                  )}
                  aria-pressed={interactive && isChosen ? true : undefined}
                  onFocus={() => setFocus(spot.key)}
                >
                  <rect
                    class="pb-hit"
                    x={spot.hit.x + 2}
                    y={spot.hit.y + 2}
                    width={spot.hit.w - 4}
                    height={spot.hit.h - 4}
                    rx="10"
                  />
                </g>
              )
            })}
          </g>
          <DiceArea
            layout={layout}
            info={info}
            state={state}
            light={light}
            listener={listener}
            scale={scale}
            t={t}
            roll={throws}
            swapped={swapped}
            canAct={canAct}
            controls={props.controls !== false}
            last={props.lastMove}
            onSwap={swap}
            onEnd={end}
            onUndo={undo}
          />
          <CubeSpot
            layout={layout}
            state={state}
            scale={scale}
            listener={listener}
            used={used && !state.crawford}
            may={mayDouble}
            t={t}
            onDouble={double}
          />
        </svg>
        {canRoll && (
          <button
            type="button"
            class={`pb-roll${canAct || state.phase === 'opening' ? '' : ' pb-quiet'}`}
            data-testid="roll"
            style={placeOf(layout, rollPlace(layout, state, view.bottom))}
            onClick={roll}
          >
            {t(rollKey(state))}
          </button>
        )}
        {canAct && state.due === 'choose' && (
          <Chooser choices={state.choices} t={t} onChoose={(choice) => acting(() => props.onChoose?.(choice))()} />
        )}
        <div class="pb-notice" role="status" data-testid="explain">
          {notice && <p>{notice}</p>}
        </div>
      </div>
      <div class="pb-unseen" role="log" aria-live="polite">
        {props.announcement && <p key={props.announcement}>{props.announcement}</p>}
        {spoken && <p key={spoken}>{spoken}</p>}
      </div>
    </div>
  )
}

function neighbour(reachable: Spot[], from: Spot, key: string): Spot | undefined {
  if (key === 'ArrowUp' || key === 'ArrowDown') {
    const row = reachable.filter((spot) => spot.top === (key === 'ArrowUp') && spot !== from)
    return row.sort((a, b) => Math.abs(a.x - from.x) - Math.abs(b.x - from.x))[0]
  }
  const row = reachable.filter((spot) => spot.top === from.top).sort((a, b) => a.x - b.x)
  const step = key === 'ArrowLeft' ? -1 : 1
  return row[(row.indexOf(from) + step + row.length) % row.length]
}

/* Opening dice and open replies are thrown by whoever is there; other throws by the side that is to throw. */
function rollIsDue(state: State, canAct: boolean): boolean {
  if (state.phase === 'opening' || state.due === 'reply') return true
  return canAct && (state.due === 'throw' || state.due === 'bonus')
}

function rollKey(state: State): string {
  if (state.phase === 'opening') return 'board.roll.opening'
  if (state.due === 'bonus') return 'board.roll.again'
  if (state.due === 'reply') return 'board.roll.reply'
  return state.second ? 'board.roll.second' : 'board.roll'
}

function rollPlace(layout: Layout, state: State, bottom: Side): Dot {
  if (state.phase === 'opening') return layout.dice[bottom]
  const mover = state.actor ?? state.turn
  return layout.dice[state.due === 'reply' ? otherSide(mover) : mover]
}

const placeOf = (layout: Layout, at: Dot) => ({
  left: `${(at.x / layout.width) * 100}%`,
  top: `${(at.y / layout.height) * 100}%`,
})
