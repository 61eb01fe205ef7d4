import board from '../i18n/board.de.json'
import page from '../i18n/de.json'

export const words = { ...page, ...board }
