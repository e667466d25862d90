/** Schedules have five fields: no seconds, no nicknames, single blanks. */
export const cronFields = /^(\S+) (\S+) (\S+) (\S+) (\S+)$/
