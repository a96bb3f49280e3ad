-- The workers that were heard of lately, and whoever holds a lock as the leader. Where workers
-- beat but jobs are not judged by that, five minutes of silence are too long.
SELECT worker_key, lower(coalesce(kind, 'worker')) AS kind, queues, app_version
  FROM worker
 WHERE coalesce(heartbeat_at >= :t_ref - iif(:lost_after_us > 0, :lost_after_us, 300000000),
                expires_at >= :t_ref, 1)
 UNION ALL
SELECT holder_worker, 'leader', NULL, NULL
  FROM lock
 WHERE kind = 'leader' AND coalesce(expires_at >= :t_ref - :skew_us, 1)
