import { STAGES } from '../support/worker-process.ts'

/** A queue of one table, with the minimum of round trips and commits: one a claim, one a report. */

export const CHANNEL = 'bench_jobs'

export const TABLE = `create table bench_job (
    id bigserial primary key, task text not null, stage int not null, state text not null default 'ready');
  create index on bench_job (stage, id) where state = 'ready'`

export const CLAIM = {
  name: 'claim',
  text: `update bench_job set state = 'running' where id = (
      select id from bench_job where state = 'ready' and stage = any($1::int[]) order by id limit 1
      for update skip locked)
    returning id, task, stage`,
}

/** Done, the next stage, and its wake-up; no row after the last one. */
export const REPORT = {
  name: 'report',
  text: `with done as (update bench_job set state = 'done' where id = $1 and state = 'running' returning task, stage),
      next as (insert into bench_job (task, stage) select task, stage + 1 from done where stage + 1 < ${STAGES}
        returning id)
    select id, pg_notify('${CHANNEL}', '') from next`,
}

export const BEGIN = {
  name: 'begin',
  text: `with begun as (insert into bench_job (task, stage) values ($1, 0) returning id)
    select pg_notify('${CHANNEL}', '') from begun`,
}
