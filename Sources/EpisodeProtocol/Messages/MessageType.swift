internal import CEpisodesProto

/// A message type of the generated code: its C struct and the function that initialises it.
@safe struct MessageType<Message> {
    let initialize: (UnsafeMutablePointer<Message>) -> Void

    /// The generated description of the fields. Asked from an initialised message, as the C
    /// constant itself would be copied on its way into Swift.
    var descriptor: UnsafePointer<ProtobufCMessageDescriptor> {
        let message = UnsafeMutablePointer<Message>.allocate(capacity: 1)
        defer { unsafe message.deallocate() }
        unsafe initialize(message)
        return unsafe UnsafeRawPointer(message).assumingMemoryBound(to: ProtobufCMessage.self)
            .pointee.descriptor
    }
}

/// The message types that go through protobuf-c.
enum WireMessages {
    static var listRequest: MessageType<Episodes__V1__ListEpisodesRequest> {
        unsafe .init { unsafe episodes__v1__list_episodes_request__init($0) }
    }
    static var listResponse: MessageType<Episodes__V1__ListEpisodesResponse> {
        unsafe .init { unsafe episodes__v1__list_episodes_response__init($0) }
    }
    static var streamRequest: MessageType<Episodes__V1__StreamEpisodesRequest> {
        unsafe .init { unsafe episodes__v1__stream_episodes_request__init($0) }
    }
    static var streamResponse: MessageType<Episodes__V1__StreamEpisodesResponse> {
        unsafe .init { unsafe episodes__v1__stream_episodes_response__init($0) }
    }
    static var predicate: MessageType<Episodes__V1__Predicate> {
        unsafe .init { unsafe episodes__v1__predicate__init($0) }
    }
    static var fieldMask: MessageType<Google__Protobuf__FieldMask> {
        unsafe .init { unsafe google__protobuf__field_mask__init($0) }
    }
    static var getRequest: MessageType<Episodes__V1__GetEpisodeRequest> {
        unsafe .init { unsafe episodes__v1__get_episode_request__init($0) }
    }
    static var getResponse: MessageType<Episodes__V1__GetEpisodeResponse> {
        unsafe .init { unsafe episodes__v1__get_episode_response__init($0) }
    }
    static var batchRequest: MessageType<Episodes__V1__BatchGetEpisodesRequest> {
        unsafe .init { unsafe episodes__v1__batch_get_episodes_request__init($0) }
    }
    static var batchResponse: MessageType<Episodes__V1__BatchGetEpisodesResponse> {
        unsafe .init { unsafe episodes__v1__batch_get_episodes_response__init($0) }
    }
    static var filterOptionsRequest: MessageType<Episodes__V1__GetFilterOptionsRequest> {
        unsafe .init { unsafe episodes__v1__get_filter_options_request__init($0) }
    }
    static var filterOptionsResponse: MessageType<Episodes__V1__GetFilterOptionsResponse> {
        unsafe .init { unsafe episodes__v1__get_filter_options_response__init($0) }
    }
    static var videoStreamRequest: MessageType<Episodes__V1__GetVideoStreamRequest> {
        unsafe .init { unsafe episodes__v1__get_video_stream_request__init($0) }
    }
    static var videoStreamResponse: MessageType<Episodes__V1__GetVideoStreamResponse> {
        unsafe .init { unsafe episodes__v1__get_video_stream_response__init($0) }
    }
    static var catalogRequest: MessageType<Episodes__V1__GetCatalogRequest> {
        unsafe .init { unsafe episodes__v1__get_catalog_request__init($0) }
    }
    static var catalogResponse: MessageType<Episodes__V1__GetCatalogResponse> {
        unsafe .init { unsafe episodes__v1__get_catalog_response__init($0) }
    }
    static var episode: MessageType<Episodes__V1__Episode> {
        unsafe .init { unsafe episodes__v1__episode__init($0) }
    }
    static var domain: MessageType<Episodes__V1__Domain> {
        unsafe .init { unsafe episodes__v1__domain__init($0) }
    }
    static var upsertResponse: MessageType<Episodes__V1__UpsertEpisodesResponse> {
        unsafe .init { unsafe episodes__v1__upsert_episodes_response__init($0) }
    }
    static var deleteRequest: MessageType<Episodes__V1__DeleteEpisodesRequest> {
        unsafe .init { unsafe episodes__v1__delete_episodes_request__init($0) }
    }
    static var deleteResponse: MessageType<Episodes__V1__DeleteEpisodesResponse> {
        unsafe .init { unsafe episodes__v1__delete_episodes_response__init($0) }
    }
    static var watchRequest: MessageType<Episodes__V1__WatchCatalogRequest> {
        unsafe .init { unsafe episodes__v1__watch_catalog_request__init($0) }
    }
    static var watchResponse: MessageType<Episodes__V1__WatchCatalogResponse> {
        unsafe .init { unsafe episodes__v1__watch_catalog_response__init($0) }
    }
    static var healthRequest: MessageType<Grpc__Health__V1__HealthCheckRequest> {
        unsafe .init { unsafe grpc__health__v1__health_check_request__init($0) }
    }
    static var healthResponse: MessageType<Grpc__Health__V1__HealthCheckResponse> {
        unsafe .init { unsafe grpc__health__v1__health_check_response__init($0) }
    }
}
