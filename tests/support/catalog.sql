-- One line for everything that our schemas hold, in the order of its letters: two databases are alike where these are.
with place as (
  select oid, nspname as name from pg_namespace where nspname in ('public', 'sandbox')
), relation as (
  select c.*, p.name || '.' || c.relname as called from pg_class c join place p on p.oid = c.relnamespace
), made(line) as (
  select format('schema %s owner=%s acl=%s', nspname, nspowner::regrole, nspacl)
    from pg_namespace n join place p on p.oid = n.oid
  union all
  select format('extension %s in %s', extname, extnamespace::regnamespace) from pg_extension
  union all
  select format('relation %s kind=%s persistence=%s options=%s owner=%s acl=%s security=%s/%s replica=%s comment=%s',
      called, relkind, relpersistence, reloptions, relowner::regrole, relacl, relrowsecurity, relforcerowsecurity,
      relreplident, obj_description(oid, 'pg_class'))
    from relation
  union all
  select format('column %s #%s %s %s%s default=%s identity=%s generated=%s collation=%s storage=%s compression=%s statistics=%s options=%s acl=%s comment=%s',
      r.called, row_number() over (partition by r.oid order by a.attnum), a.attname,
      format_type(a.atttypid, a.atttypmod), case when a.attnotnull then ' not null' end,
      pg_get_expr(d.adbin, d.adrelid), a.attidentity, a.attgenerated, a.attcollation::regcollation, a.attstorage,
      a.attcompression, a.attstattarget, a.attoptions, a.attacl, col_description(r.oid, a.attnum))
    from relation r join pg_attribute a on a.attrelid = r.oid and a.attnum > 0 and not a.attisdropped
    left join pg_attrdef d on d.adrelid = r.oid and d.adnum = a.attnum
  union all
  select format('constraint %s of %s: %s validated=%s comment=%s', k.conname,
      coalesce(r.called, format_type(k.contypid, null)), pg_get_constraintdef(k.oid), k.convalidated,
      obj_description(k.oid, 'pg_constraint'))
    from pg_constraint k join place p on p.oid = k.connamespace left join relation r on r.oid = k.conrelid
  union all
  select format('index %s primary=%s valid=%s clustered=%s replica=%s', pg_get_indexdef(i.indexrelid), i.indisprimary,
      i.indisvalid, i.indisclustered, i.indisreplident)
    from pg_index i join relation r on r.oid = i.indexrelid
  union all
  select format('trigger %s enabled=%s function=%s comment=%s', pg_get_triggerdef(t.oid), t.tgenabled,
      t.tgfoid::regprocedure, obj_description(t.oid, 'pg_trigger'))
    from pg_trigger t join relation r on r.oid = t.tgrelid where not t.tgisinternal
  union all
  select format('function %s acl=%s comment=%s', case when f.prokind = 'f' then pg_get_functiondef(f.oid) else f.oid::regprocedure::text end,
      f.proacl, obj_description(f.oid, 'pg_proc'))
    from pg_proc f join place p on p.oid = f.pronamespace
  union all
  select format('type %s.%s kind=%s base=%s not_null=%s default=%s collation=%s labels=%s acl=%s comment=%s', p.name, t.typname,
      t.typtype, format_type(t.typbasetype, t.typtypmod), t.typnotnull, t.typdefault, t.typcollation::regcollation,
      (select string_agg(enumlabel, ',' order by enumsortorder) from pg_enum where enumtypid = t.oid), t.typacl,
      obj_description(t.oid, 'pg_type'))
    from pg_type t join place p on p.oid = t.typnamespace
  union all
  select format('sequence %s type=%s start=%s by=%s from=%s to=%s cache=%s cycle=%s owned by %s', r.called,
      format_type(s.seqtypid, null), s.seqstart, s.seqincrement, s.seqmin, s.seqmax, s.seqcache, s.seqcycle,
      (select string_agg(o.called || '.' || a.attname || ' ' || d.deptype::text, ',') from pg_depend d
        join relation o on o.oid = d.refobjid join pg_attribute a on a.attrelid = o.oid and a.attnum = d.refobjsubid
        where d.objid = r.oid and d.classid = 'pg_class'::regclass))
    from pg_sequence s join relation r on r.oid = s.seqrelid
  union all
  select format('view %s %s', r.called, pg_get_viewdef(r.oid)) from relation r where relkind in ('v', 'm')
  union all
  select format('rule %s', pg_get_ruledef(w.oid)) from pg_rewrite w join relation r on r.oid = w.ev_class
  union all
  select format('policy %s of %s', polname, r.called) from pg_policy w join relation r on r.oid = w.polrelid
  union all
  select format('statistics %s', pg_get_statisticsobjdef(s.oid)) from pg_statistic_ext s join place p on p.oid = s.stxnamespace
  union all
  select format('privileges %s %s %s', defaclnamespace::regnamespace, defaclobjtype, defaclacl) from pg_default_acl
)
select line from made order by line collate "C"
