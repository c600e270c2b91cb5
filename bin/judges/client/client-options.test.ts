import { expect, it } from 'vitest'
import type { ClientDriver } from './driver.ts'
import { judgeClient, type JudgeClientOptions } from './judge-client.ts'
import { exploreRaces, type RaceOptions } from './races/explore-races.ts'

const realTimers = { setTimeout, clearTimeout, Date }

it.each<[object, string]>([
  [{ jobs: 0 }, 'jobs must be a whole number of at least 1; got 0.'],
  [{ jobs: NaN }, 'jobs must be a whole number of at least 1; got NaN.'],
  [{ timeout: -1 }, 'timeout must be milliseconds from 1 to 2147483647; got -1.'],
  [{ timeout: Infinity }, 'timeout must be milliseconds from 1 to 2147483647; got Infinity.'],
  [{ timeout: '10s' }, 'timeout must be milliseconds from 1 to 2147483647; got "10s".'],
  [{ only: 'get-token' }, 'only must be a list; got "get-token". Put it in brackets.'],
  [{ skip: {} }, 'skip must be a list; got {}. Put it in brackets.'],
  [{ tmeout: 5 }, 'judgeClient does not take "tmeout"; did you mean timeout?'],
])('refuses the options %j before anything runs', async (options, message) => {
  await expect(judgeClient({ 'get-token': async () => {} }, options as JudgeClientOptions)).rejects.toThrow(message)
  expect({ setTimeout, clearTimeout, Date }).toEqual(realTimers)
})

it.each<[object, string]>([
  [{ races: NaN }, 'races must be a whole number of at least 0; got NaN.'],
  [{ race: 1 }, 'exploreRaces does not take "race"; did you mean races?'],
])('refuses the options %j of races', async (options, message) => {
  await expect(exploreRaces({ 'get-token': async () => {} }, options as RaceOptions)).rejects.toThrow(message)
})

class Misspelt {
  async getToken(): Promise<void> {}
}

it.each<[string, unknown, string]>([
  ['null', null, 'a driver is an object with a function for each task'],
  ['a function', () => {}, 'a driver is an object with a function for each task'],
  ['a task that is not a function', { 'get-token': 5 }, "'get-token' of a driver must be a function; got 5."],
  ['an open that is not a function', { open: {} }, "'open' of a driver must be a function; got {}."],
  ['a method of a class with nearly the name of a task', new Misspelt(), `got "getToken". Name it 'get-token'`],
])('refuses %s as a driver', async (_name, driver, message) => {
  await expect(judgeClient(driver as ClientDriver)).rejects.toThrow(message)
  await expect(exploreRaces(driver as ClientDriver)).rejects.toThrow(message)
})
