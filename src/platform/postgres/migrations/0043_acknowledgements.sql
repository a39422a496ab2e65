-- When events were first acknowledged, for the mean time over all of a tenant's events: read from the index alone.
create index event_history_acknowledged on event_history (tenant_id, event_id, at)
  where to_status = 'acknowledged' and from_status <> 'acknowledged';
