/* A WebSocket that comes back: what is lost is opened again, sooner or later, until it is closed for good. */

const first = 500
const longest = 15_000
const silence = 25_000

export type WireState = 'connecting' | 'online' | 'offline'
export type Message = Record<string, unknown>

export class Wire {
  state: WireState = 'connecting'
  private socket: WebSocket | null = null
  private attempt = 0
  private timer: ReturnType<typeof setTimeout> | undefined
  private beat: ReturnType<typeof setInterval> | undefined
  private heard = 0
  private closed = false

  /** `hello` is asked for the first message each time the connection stands. */
  constructor(
    private readonly hello: () => Message,
    private readonly onMessage: (message: Message) => void,
    private readonly onState: (state: WireState) => void
  ) {
    addEventListener('online', this.now)
    document.addEventListener('visibilitychange', this.now)
    this.connect()
  }

  send(message: Message): boolean {
    if (this.socket?.readyState !== WebSocket.OPEN) return false
    this.socket.send(JSON.stringify(message))
    return true
  }

  close(): void {
    this.closed = true
    clearTimeout(this.timer)
    clearInterval(this.beat)
    removeEventListener('online', this.now)
    document.removeEventListener('visibilitychange', this.now)
    this.socket?.close(1000)
  }

  /** Drops the connection and opens it again. */
  again(): void {
    this.lost(this.socket)
    this.now()
  }

  private connect(): void {
    if (this.closed) return
    const { protocol, host } = location
    const socket = new WebSocket(`${protocol === 'https:' ? 'wss' : 'ws'}://${host}/api/v1/ws`, 'pasch-1')
    this.socket = socket
    socket.onopen = () => {
      this.attempt = 0
      this.heard = Date.now()
      this.become('online')
      this.send(this.hello())
    }
    socket.onmessage = ({ data }) => {
      if (socket !== this.socket) return
      this.heard = Date.now()
      let message: unknown
      try {
        message = JSON.parse(String(data))
      } catch {
        return
      }
      if (message && typeof message === 'object') this.onMessage(message as Message)
    }
    socket.onclose = () => this.lost(socket)
    clearInterval(this.beat)
    this.beat = setInterval(() => this.check(), 10_000)
  }

  /* A sleeping laptop or a dead network says nothing: what is silent for long counts as lost. */
  private check(): void {
    if (this.state !== 'online') return
    if (Date.now() - this.heard > silence) this.again()
    else this.send({ ping: 1 })
  }

  private lost(socket: WebSocket | null): void {
    if (this.closed || !socket || socket !== this.socket) return
    this.socket = null
    socket.onclose = socket.onmessage = null
    socket.close()
    this.become('offline')
    const pause = Math.min(longest, first * 2 ** this.attempt++)
    clearTimeout(this.timer)
    this.timer = setTimeout(() => this.retry(), pause * (0.75 + Math.random() / 2))
  }

  private retry(): void {
    if (this.socket || this.closed) return
    this.connect()
  }

  private readonly now = () => {
    if (document.visibilityState === 'hidden') return
    if (this.state === 'online') return this.check()
    clearTimeout(this.timer)
    this.retry()
  }

  private become(state: WireState): void {
    if (this.state === state) return
    this.state = state
    this.onState(state)
  }
}
