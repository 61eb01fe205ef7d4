import board from '../i18n/board.en.json'
import page from '../i18n/en.json'

export const words = { ...page, ...board }
