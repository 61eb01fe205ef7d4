/* Thinking, in a worker of its own: asks it, one question after the other. */
import type { CubeAdvice, Engine, Evaluation, Event, Ranked, Review, Terms } from './types'
import type { Answer, Question } from './worker'

interface Waiting {
  resolve(value: unknown): void
  reject(error: Error): void
  progress: ((part: number) => void) | undefined
}

class WorkerEngine implements Engine {
  private worker: Worker | undefined
  private readonly waiting = new Map<number, Waiting>()
  private asked = 0

  private start(): Worker {
    const worker = new Worker('/worker.js', { type: 'module' })
    worker.onmessage = ({ data }: MessageEvent<Answer>) => this.answered(data)
    worker.onerror = (event) => this.end(new Error(event.message || 'the worker could not be started'))
    return worker
  }

  private answered(answer: Answer): void {
    const waiting = this.waiting.get(answer.id)
    if ('part' in answer) {
      waiting?.progress?.(answer.part)
      return
    }
    this.waiting.delete(answer.id)
    if ('error' in answer) waiting?.reject(new Error(answer.error))
    else waiting?.resolve(answer.value)
  }

  /* Whoever waits gets the error; the next question starts a new worker. */
  private end(error: Error): void {
    this.worker?.terminate()
    this.worker = undefined
    const all = [...this.waiting.values()]
    this.waiting.clear()
    for (const waiting of all) waiting.reject(error)
  }

  private ask<T>(ask: Question['ask'], progress?: (part: number) => void): Promise<T> {
    this.worker ??= this.start()
    const question: Question = { id: ++this.asked, ask }
    return new Promise<T>((resolve, reject) => {
      this.waiting.set(question.id, { resolve: resolve as (value: unknown) => void, reject, progress })
      this.worker!.postMessage(question)
    })
  }

  act(
    game: string,
    terms: Partial<Terms>,
    options: Record<string, string>,
    events: Event[],
    level: number,
    seed: number,
    ppn?: string
  ): Promise<string> {
    return this.ask({ what: 'act', table: { game, terms, options, ppn }, events, level, seed })
  }

  best(ppn: string, options: Record<string, string>, plies: number, n: number): Promise<Ranked[]> {
    return this.ask({ what: 'best', ppn, options, plies, n })
  }

  evaluate(ppn: string, options: Record<string, string>, plies: number): Promise<Evaluation> {
    return this.ask({ what: 'evaluate', ppn, options, plies })
  }

  cube(ppn: string, options: Record<string, string>, plies: number): Promise<CubeAdvice> {
    return this.ask({ what: 'cube', ppn, options, plies })
  }

  review(
    game: string,
    terms: Partial<Terms>,
    options: Record<string, string>,
    events: Event[],
    progress?: (part: number) => void,
    ppn?: string
  ): Promise<Review> {
    return this.ask({ what: 'review', table: { game, terms, options, ppn }, events }, progress)
  }

  ready(game: string, options: Record<string, string>): Promise<boolean> {
    return this.ask({ what: 'ready', game, options })
  }

  /* A worker that thinks hears nothing, so it is ended; an idle one stays, with its nets and tables. */
  stop(): void {
    if (!this.waiting.size) return
    this.end(Object.assign(new Error('stopped'), { name: 'AbortError' }))
  }
}

/** The worker starts with the first question. */
export function startEngine(): Promise<Engine> {
  return Promise.resolve(new WorkerEngine())
}
