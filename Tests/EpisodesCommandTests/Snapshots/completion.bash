# bash completion for episodes; read it with: source <(episodes completion bash)
_episodes() {
    local current="${COMP_WORDS[COMP_CWORD]}" previous="" command="" index
    if ((COMP_CWORD > 0)); then previous="${COMP_WORDS[COMP_CWORD - 1]}"; fi
    # bash makes words of its own out of --option=value
    if [[ $current == "=" ]]; then
        current=""
    elif [[ $previous == "=" ]] && ((COMP_CWORD > 1)); then
        previous="${COMP_WORDS[COMP_CWORD - 2]}"
    fi
    for ((index = 1; index < COMP_CWORD; index++)); do
        case "${COMP_WORDS[index]}" in
            list|get|options|stream-url|catalog|watch|health|server|call|describe|export|import|config|bench|mix|completion|man|help)
                command="${COMP_WORDS[index]}"
                break ;;
        esac
    done
    local words="--server --timeout -o --output --color --profile --pager --no-pager --dry-run -q --quiet -v --verbose -h --help --version"
    case "$command:$previous" in
        *:--server)
            COMPREPLY=()
            return ;;
        *:--timeout)
            COMPREPLY=()
            return ;;
        *:-o|*:--output)
            COMPREPLY=($(compgen -W "table json jsonl yaml csv tsv ids raw" -- "$current"))
            return ;;
        *:--color)
            COMPREPLY=($(compgen -W "auto always never" -- "$current"))
            return ;;
        *:--profile)
            COMPREPLY=()
            return ;;
        *:--pager)
            COMPREPLY=()
            return ;;
        list:--query)
            COMPREPLY=()
            return ;;
        list:--domain)
            COMPREPLY=($(compgen -W "ios android unity macos server-side-swift flutter" -- "$current"))
            return ;;
        list:--difficulty)
            COMPREPLY=($(compgen -W "beginner intermediate advanced all all_levels none" -- "$current"))
            return ;;
        list:--type)
            COMPREPLY=($(compgen -W "episode screencast collection article product" -- "$current"))
            return ;;
        list:--subscription)
            COMPREPLY=($(compgen -W "free beginner professional" -- "$current"))
            return ;;
        list:--feature)
            COMPREPLY=()
            return ;;
        list:--id)
            COMPREPLY=()
            return ;;
        list:--where)
            COMPREPLY=()
            return ;;
        list:--sort)
            COMPREPLY=($(compgen -W "id -id name -name parent_name -parent_name difficulty -difficulty released_at -released_at popularity -popularity duration -duration ordinal -ordinal relevance -relevance" -- "$current"))
            return ;;
        list:--page-size)
            COMPREPLY=()
            return ;;
        list:--page)
            COMPREPLY=()
            return ;;
        list:--limit)
            COMPREPLY=()
            return ;;
        list:--fields)
            COMPREPLY=()
            return ;;
        get:--fields)
            COMPREPLY=()
            return ;;
        watch:--limit)
            COMPREPLY=()
            return ;;
        health:--wait)
            COMPREPLY=()
            return ;;
        call:-d|call:--data)
            COMPREPLY=()
            return ;;
        call:--meta)
            COMPREPLY=()
            return ;;
        export:--query)
            COMPREPLY=()
            return ;;
        export:--domain)
            COMPREPLY=($(compgen -W "ios android unity macos server-side-swift flutter" -- "$current"))
            return ;;
        export:--difficulty)
            COMPREPLY=($(compgen -W "beginner intermediate advanced all all_levels none" -- "$current"))
            return ;;
        export:--type)
            COMPREPLY=($(compgen -W "episode screencast collection article product" -- "$current"))
            return ;;
        export:--subscription)
            COMPREPLY=($(compgen -W "free beginner professional" -- "$current"))
            return ;;
        export:--feature)
            COMPREPLY=()
            return ;;
        export:--id)
            COMPREPLY=()
            return ;;
        export:--where)
            COMPREPLY=()
            return ;;
        export:--sort)
            COMPREPLY=($(compgen -W "id -id name -name parent_name -parent_name difficulty -difficulty released_at -released_at popularity -popularity duration -duration ordinal -ordinal relevance -relevance" -- "$current"))
            return ;;
        export:--format)
            COMPREPLY=($(compgen -W "json jsonl csv" -- "$current"))
            return ;;
        export:-f|export:--file)
            compopt -o filenames 2> /dev/null || true; mapfile -t COMPREPLY < <(compgen -f -- "$current")
            return ;;
        export:--store)
            compopt -o filenames 2> /dev/null || true; mapfile -t COMPREPLY < <(compgen -f -- "$current")
            return ;;
        import:--format)
            COMPREPLY=($(compgen -W "auto json jsonl csv" -- "$current"))
            return ;;
        import:--max-errors)
            COMPREPLY=()
            return ;;
        import:--store)
            compopt -o filenames 2> /dev/null || true; mapfile -t COMPREPLY < <(compgen -f -- "$current")
            return ;;
        bench:--rate)
            COMPREPLY=()
            return ;;
        bench:--ramp)
            COMPREPLY=()
            return ;;
        bench:--steps)
            COMPREPLY=()
            return ;;
        bench:--arrivals)
            COMPREPLY=($(compgen -W "uniform poisson" -- "$current"))
            return ;;
        bench:--seed)
            COMPREPLY=()
            return ;;
        bench:-d|bench:--duration)
            COMPREPLY=()
            return ;;
        bench:-n|bench:--calls)
            COMPREPLY=()
            return ;;
        bench:--warmup)
            COMPREPLY=()
            return ;;
        bench:--proto)
            COMPREPLY=($(compgen -W "native grpc" -- "$current"))
            return ;;
        bench:-c|bench:--connections)
            COMPREPLY=()
            return ;;
        bench:--streams)
            COMPREPLY=()
            return ;;
        bench:--mix)
            compopt -o filenames 2> /dev/null || true; mapfile -t COMPREPLY < <(compgen -f -- "$current")
            return ;;
        bench:--expect)
            COMPREPLY=()
            return ;;
        bench:--repeat)
            COMPREPLY=()
            return ;;
        bench:--live)
            COMPREPLY=($(compgen -W "auto off" -- "$current"))
            return ;;
        bench:--save)
            compopt -o filenames 2> /dev/null || true; mapfile -t COMPREPLY < <(compgen -f -- "$current")
            return ;;
        bench:--hdr)
            compopt -o filenames 2> /dev/null || true; mapfile -t COMPREPLY < <(compgen -f -- "$current")
            return ;;
        bench:--hgrm)
            compopt -o filenames 2> /dev/null || true; mapfile -t COMPREPLY < <(compgen -f -- "$current")
            return ;;
        bench:--series)
            compopt -o filenames 2> /dev/null || true; mapfile -t COMPREPLY < <(compgen -f -- "$current")
            return ;;
        bench:--html)
            compopt -o filenames 2> /dev/null || true; mapfile -t COMPREPLY < <(compgen -f -- "$current")
            return ;;
        bench:--slo)
            COMPREPLY=()
            return ;;
        bench:--from)
            COMPREPLY=()
            return ;;
        bench:--to)
            COMPREPLY=()
            return ;;
        bench:--step-time)
            COMPREPLY=()
            return ;;
        bench:--tolerance)
            COMPREPLY=()
            return ;;
        bench:--form)
            COMPREPLY=($(compgen -W "text json csv hgrm md html" -- "$current"))
            return ;;
        bench:-f|bench:--file)
            compopt -o filenames 2> /dev/null || true; mapfile -t COMPREPLY < <(compgen -f -- "$current")
            return ;;
        mix:-f|mix:--file)
            compopt -o filenames 2> /dev/null || true; mapfile -t COMPREPLY < <(compgen -f -- "$current")
            return ;;
        mix:-n|mix:--requests)
            COMPREPLY=()
            return ;;
        mix:--zipf)
            COMPREPLY=()
            return ;;
        mix:--seed)
            COMPREPLY=()
            return ;;
    esac
    case "$command:$current" in
        *:-*) ;;
        import:*)
            compopt -o filenames 2> /dev/null || true; mapfile -t COMPREPLY < <(compgen -f -- "$current")
            return ;;
    esac
    case "$command" in
        "") words="list get options stream-url catalog watch health server call describe export import config bench mix completion man help $words" ;;
        list) words="--query --domain --difficulty --type --subscription --free --feature --id --where --sort --page-size --page --all --limit --facets --fields --count --watch $words" ;;
        get) words="--fields $words" ;;
        watch) words="--limit $words" ;;
        health) words="episodes.v1.EpisodeService episodes.v1.CatalogService --wait --watch $words" ;;
        server) words="info metrics $words" ;;
        call) words="episodes.v1.CatalogService/GetCatalog episodes.v1.CatalogService/UpsertEpisodes episodes.v1.CatalogService/DeleteEpisodes episodes.v1.CatalogService/WatchCatalog episodes.v1.EpisodeService/ListEpisodes episodes.v1.EpisodeService/GetEpisode episodes.v1.EpisodeService/BatchGetEpisodes episodes.v1.EpisodeService/StreamEpisodes episodes.v1.EpisodeService/GetFilterOptions episodes.v1.EpisodeService/GetVideoStream grpc.health.v1.Health/Check grpc.health.v1.Health/Watch -d --data --meta --raw --timing $words" ;;
        describe) words="episodes.v1.CatalogService episodes.v1.EpisodeService grpc.health.v1.Health grpc.reflection.v1.ServerReflection grpc.reflection.v1alpha.ServerReflection GetCatalog UpsertEpisodes DeleteEpisodes WatchCatalog ListEpisodes GetEpisode BatchGetEpisodes StreamEpisodes GetFilterOptions GetVideoStream Check Watch ServerReflectionInfo ServerReflectionInfo episodes.v1.BatchGetEpisodesRequest episodes.v1.BatchGetEpisodesResponse episodes.v1.DeleteEpisodesRequest episodes.v1.DeleteEpisodesResponse episodes.v1.Domain episodes.v1.Episode episodes.v1.FacetCounts episodes.v1.FacetValue episodes.v1.GetCatalogRequest episodes.v1.GetCatalogResponse episodes.v1.GetEpisodeRequest episodes.v1.GetEpisodeResponse episodes.v1.GetFilterOptionsRequest episodes.v1.GetFilterOptionsResponse episodes.v1.GetVideoStreamRequest episodes.v1.GetVideoStreamResponse episodes.v1.ListEpisodesRequest episodes.v1.ListEpisodesResponse episodes.v1.Predicate episodes.v1.StreamEpisodesRequest episodes.v1.StreamEpisodesResponse episodes.v1.UpsertEpisodesRequest episodes.v1.UpsertEpisodesResponse episodes.v1.WatchCatalogRequest episodes.v1.WatchCatalogResponse --reflect --template $words" ;;
        export) words="--query --domain --difficulty --type --subscription --free --feature --id --where --sort --format -f --file --store $words" ;;
        import) words="--format --upsert --replace --check --max-errors --skip-bad-rows --allow-empty --store $words" ;;
        config) words="show path set unset $words" ;;
        bench) words="find compare report --rate --max --ramp --steps --arrivals --seed -d --duration -n --calls --warmup --proto -c --connections --streams --mix --expect --abort-on-fail --repeat --live --save --hdr --hgrm --series --html --slo --from --to --step-time --tolerance --form -f --file $words" ;;
        mix) words="synth record show -f --file -n --requests --zipf --seed $words" ;;
        completion) words="bash zsh fish $words" ;;
        man) words="list get options stream-url catalog watch health server call describe export import config bench mix completion man help $words" ;;
        help) words="list get options stream-url catalog watch health server call describe export import config bench mix completion man help $words" ;;
    esac
    COMPREPLY=($(compgen -W "$words" -- "$current"))
}
complete -F _episodes episodes
