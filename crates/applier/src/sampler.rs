//! Sampler objects, restricting views, and what the units have.

mod object;

pub(crate) use object::Sampler;

use crate::{
    Applier, Host, Miss,
    driver::Groups,
    error::{Refusal, Result, missing},
    texture::{Texture, object::ViewOf},
};
use pipe_types::{
    decode::Record,
    handle::RawHandle,
    primitive::NoTail,
    record::{CheckContext, Payload},
    records::{
        resource::ResourceTarget,
        sampler::{
            MGPBoundSampler, MGPBoundView, MGPSamplerDesc, MGPSamplerState, MGPSamplerStates, MGPSamplerView,
            MGPSamplerViews, TEXTURE_UNITS,
        },
    },
};
use zerocopy::FromBytes;

/// The twin of a view: a driver texture that shares the storage of another.
#[derive(Debug)]
pub(crate) struct View {
    record: MGPSamplerView,
    /// The view, and the serial of the driver texture that it was made of.
    made: Option<(Texture, u64)>,
}

/// What was pushed for the texture units of a context.
#[derive(Debug)]
pub struct Units {
    views: Vec<MGPBoundView>,
    samplers: Vec<RawHandle>,
}

impl Default for Units {
    fn default() -> Self {
        let count = TEXTURE_UNITS as usize;
        Self { views: vec![MGPBoundView::default(); count], samplers: vec![RawHandle::NULL; count] }
    }
}

impl Units {
    /// The texture or view, and the sampler object, of a unit.
    pub(crate) fn unit(&self, unit: u32) -> (MGPBoundView, RawHandle) {
        let index = unit as usize;
        let view = self.views.get(index).copied().unwrap_or_default();
        (view, self.samplers.get(index).copied().unwrap_or(RawHandle::NULL))
    }
}

/// The window of a `Set*` record: whether it lies in the units, and whether the tail is as long.
fn check_window(start: u32, count: u32, tail: usize) -> Result {
    if start.checked_add(count).is_some_and(|end| end <= TEXTURE_UNITS) && tail == count as usize {
        return Ok(());
    }
    Err(Refusal::Range {
        field: "start",
        offset: u64::from(start),
        size: u64::from(count),
        limit: u64::from(TEXTURE_UNITS),
    })
}

impl Applier {
    pub(crate) fn create_sampler(
        &mut self,
        record: &Record<'_, MGPSamplerDesc, NoTail>,
        host: &mut dyn Host,
    ) -> Result {
        let mut bytes = Vec::with_capacity(size_of::<MGPSamplerState>());
        host.blob(&record.blob, record.inline, &mut bytes);
        let state = MGPSamplerState::read_from_bytes(&bytes).map_err(|_| Refusal::Value {
            field: "blob.size",
            value: bytes.len() as u64,
            expected: "the size of one MGPSamplerState",
        })?;
        state.check(&CheckContext { staging_size: 0 }).map_err(|error| Refusal::Value {
            field: error.field,
            value: error.value,
            expected: error.expected,
        })?;
        self.cx.shadow.moved |= Groups::UNITS;
        self.biased |= state.lod_bias != 0.0;
        if let Ok(sampler) = self.samplers.get_mut(record.sampler) {
            sampler.redefine(&self.gl, &state);
            return Ok(());
        }
        let sampler = Sampler::new(&self.gl, &state).ok_or(Refusal::Driver("no sampler name".into()))?;
        self.contexts_mut().for_each(|cx| cx.shadow.forget_sampler(sampler.name));
        match self.samplers.insert(record.sampler, sampler) {
            Ok(old) => {
                if let Some(old) = old {
                    self.release_sampler(&old);
                }
                Ok(())
            }
            Err(sampler) => {
                self.release_sampler(&sampler);
                Err(missing("sampler", record.sampler)(Miss::Stale))
            }
        }
    }

    pub(crate) fn destroy_sampler(&mut self, handle: RawHandle) -> Result {
        let sampler = self.samplers.remove(handle).map_err(missing("handle", handle))?;
        self.release_sampler(&sampler);
        Ok(())
    }

    fn release_sampler(&mut self, sampler: &Sampler) {
        for name in sampler.names() {
            self.contexts_mut().for_each(|cx| cx.shadow.forget_sampler(name));
            self.gl.delete_sampler(name);
        }
    }

    pub(crate) fn create_sampler_view(&mut self, record: &MGPSamplerView) -> Result {
        self.textures.get(record.texture).map_err(missing("texture", record.texture))?;
        self.cx.shadow.moved |= Groups::UNITS;
        match self.views.insert(record.view, View { record: *record, made: None }) {
            Ok(old) => {
                if let Some(View { made: Some((old, _)), .. }) = old {
                    self.release_texture(&old);
                }
                Ok(())
            }
            Err(_) => Err(missing("view", record.view)(Miss::Stale)),
        }
    }

    pub(crate) fn destroy_sampler_view(&mut self, handle: RawHandle) -> Result {
        let view = self.views.remove(handle).map_err(missing("handle", handle))?;
        if let Some((texture, _)) = view.made {
            self.release_texture(&texture);
        }
        Ok(())
    }

    /// Makes the driver texture of a view, unless it is there and its owner is still the one that it was made of.
    pub(crate) fn ensure_view(&mut self, handle: RawHandle) -> Result {
        let view = self.views.get(handle).map_err(missing("view", handle))?;
        let record = view.record;
        let Ok(owner) = self.textures.get(record.texture) else { return Ok(()) };
        if view.made.as_ref().is_some_and(|(_, of)| *of == owner.serial) {
            return Ok(());
        }
        if !owner.es_immutable {
            self.freeze_texture(record.texture, texel::es::Need::empty())?;
        }
        let target = ResourceTarget::from_wire(u64::from(record.target)).unwrap_or(ResourceTarget::Tex2D);
        let serial = self.images.next_serial();
        let Some(mut texture) = Texture::new(&self.gl, &mut self.cx.shadow, record.texture, serial, target) else {
            return Err(Refusal::Driver("no texture name".into()));
        };
        let owner = self.textures.get(record.texture).map_err(missing("texture", record.texture))?;
        let (of, params) = (owner.serial, owner.params);
        let restricts = ViewOf {
            internal_format: record.internal_format,
            min_level: record.min_level,
            num_levels: record.num_levels,
            min_layer: record.min_layer,
            num_layers: record.num_layers,
        };
        let result = texture.make_view(&self.gl, &mut self.cx.shadow, owner, &restricts, self.images.caps);
        texture.params = params;
        texture.sync_params(&self.gl, &mut self.cx.shadow, false);
        if let Ok(view) = self.views.get_mut(handle) {
            let old = view.made.replace((texture, of));
            if let Some((old, _)) = old {
                self.release_texture(&old);
            }
        }
        self.settle(result)
    }

    /// The texture of a view that [`Applier::ensure_view`] made.
    pub(crate) fn view_texture(&self, handle: RawHandle) -> Option<&Texture> {
        self.views.get(handle).ok()?.made.as_ref().map(|(texture, _)| texture)
    }

    pub(crate) fn set_sampler_views(&mut self, record: &Record<'_, MGPSamplerViews, MGPBoundView>) -> Result {
        check_window(record.start, record.count, record.tail.len())?;
        for bound in record.tail {
            if !self.textures.is_known(bound.texture) {
                return Err(missing("texture", bound.texture)(Miss::Unknown));
            }
            if !self.views.is_known(bound.view) {
                return Err(missing("view", bound.view)(Miss::Unknown));
            }
        }
        for bound in record.tail {
            self.cx.units.views[bound.unit as usize] = *bound;
        }
        self.cx.shadow.moved |= Groups::UNITS;
        Ok(())
    }

    pub(crate) fn bind_sampler_states(&mut self, record: &Record<'_, MGPSamplerStates, MGPBoundSampler>) -> Result {
        check_window(record.start, record.count, record.tail.len())?;
        for bound in record.tail {
            if !self.samplers.is_known(bound.sampler) {
                return Err(missing("sampler", bound.sampler)(Miss::Unknown));
            }
        }
        let start = record.start as usize;
        for (unit, bound) in self.cx.units.samplers[start..].iter_mut().zip(record.tail) {
            *unit = bound.sampler;
        }
        self.cx.shadow.moved |= Groups::UNITS;
        Ok(())
    }
}
